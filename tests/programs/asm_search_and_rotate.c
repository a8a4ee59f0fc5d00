/* heddle: reach=TRUE; engines: explore */
/* Forms of kernel headers: a search for a bit with a value for 0, a product of two registers, a rotation by %cl. */
#include <assert.h>

static int last_bit(unsigned x)
{
    int r;
    __asm__("bsrl %1,%0\n\tcmovzl %2,%0" : "=&r"(r) : "rm"(x), "rm"(-1) : "cc");
    return r + 1;
}

static unsigned long first_bit(unsigned long x)
{
    __asm__("rep; bsf %1,%0" : "=r"(x) : "rm"(x));
    return x;
}

static unsigned long high_product(unsigned long a, unsigned long b)
{
    unsigned long high, low;
    __asm__("mulq %3" : "=d"(high), "=a"(low) : "a"(a), "rm"(b) : "cc");
    assert(low == a * b);
    return high;
}

static unsigned rotate(unsigned x, int by)
{
    __asm__("roll %%cl,%0" : "=r"(x) : "0"(x), "c"(by) : "cc");
    return x;
}

static unsigned shift(unsigned x, int by)
{
    __asm__("shrl %%cl,%0" : "=r"(x) : "0"(x), "c"(by) : "cc");
    return x;
}

int main(void)
{
    assert(last_bit(0x80) == 8 && last_bit(0) == 0 && last_bit(1) == 1);
    assert(first_bit(8) == 3);
    assert(high_product(1ul << 63, 4) == 2 && high_product(~0ul, ~0ul) == ~0ul - 1);
    assert(rotate(0x80000001, 1) == 3 && rotate(5, 33) == 10 && rotate(7, 0) == 7);
    assert(shift(256, 4) == 16 && shift(256, 36) == 16 && shift(3, 32) == 3);
    return 0;
}
