/* heddle: reach=TRUE; engines: explore; options: -m32 */
/* Sizes and layout in 32 bits: a struct walked by its bytes. */
#include <assert.h>
#include <stddef.h>

struct mixed {
    char c;
    double d;
    void *p;
    long l;
};
struct mixed m;

int main(void)
{
    assert(offsetof(struct mixed, d) == 4 && offsetof(struct mixed, p) == 12 && sizeof m == 20);
    m.l = 99;
    assert(*(long *)((char *)&m + 16) == 99);
    return 0;
}
