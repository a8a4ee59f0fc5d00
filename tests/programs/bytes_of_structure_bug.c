/* heddle: reach=UNKNOWN; engines: explore; options: --undefined=assume; reason: access byte by byte beyond an array of a structure */
/* A structure that begins with an array is filled byte by byte, beyond the array: that is not undefined, and not modelled. */
#include <assert.h>
#include <stddef.h>
static struct { char one[8]; int used; } s;
static void fill(void *p, size_t n, int v)
{
    char *c = p;
    for (size_t i = 0; i < n; i++)
        c[i] = (char)v;
}
int main(void)
{
    fill(&s, sizeof s, 1);
    assert(s.used == 0);
    return 0;
}
