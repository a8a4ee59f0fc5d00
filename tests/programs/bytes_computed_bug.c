/* heddle: reach=UNKNOWN; engines: explore; options: --undefined=assume; reason: access byte by byte beyond an array of a structure */
/* All of a structure behind its first member is filled byte by byte: an array lies there, but all bytes of the structure may be accessed. */
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
    fill((char *)&s + sizeof s.first, sizeof s - sizeof s.first, 1);
    assert(s.used == 0);
    return 0;
}
