/* heddle: reach=TRUE; engines: explore; options: --undefined=assume */
/* A part of an array in a structure is filled byte by byte. */
#include <assert.h>
#include <stddef.h>
static struct { long first; char one[8]; int used; } s;
static void fill(void *p, size_t n, int v)
{
    char *c = p;
    for (size_t i = 0; i < n; i++)
        c[i] = (char)v;
}
int main(void)
{
    fill(s.one + 2, sizeof s.one - 2, 1);
    assert(s.used == 0);
    return 0;
}
