/* heddle: reach=TRUE; engines: explore */
/* Shifts and bit operations. */
#include <assert.h>

unsigned x = 0x80000001u;
int y = -16;
unsigned long long z = 1;

int main(void)
{
    assert(x << 1 == 2 && x >> 31 == 1);
    assert(y >> 2 == -4 && (unsigned)y >> 28 == 15);
    z <<= 40;
    assert(z >> 38 == 4 && (z & 0xff) == 0);
    assert((x ^ 1) == 0x80000000u && (x & ~0x80000000u) == 1 && (y | 15) == -1);
    int n = 5;
    assert((1 << n) == 32 && ((x >> n) & 1) == 0);
    return 0;
}
