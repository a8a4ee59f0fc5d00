/* heddle: reach=TRUE; engines: explore bounded */
/* Builtins of GNU C on bits, overflow and alignment. */
#include <assert.h>
#include <limits.h>
#include <stdint.h>

static int least = INT_MIN, most = INT_MAX;
static unsigned bits = 0x00f0f001;
static char buffer[64];

int main(void)
{
    int r;
    unsigned char byte;
    long wide;
    assert(__builtin_add_overflow(most, 1, &r) && r == INT_MIN);
    assert(!__builtin_sub_overflow(least, -1, &r) && r == INT_MIN + 1);
    assert(__builtin_mul_overflow(least, -1, &r) && r == INT_MIN);
    assert(__builtin_mul_overflow(300, 1, &byte) && byte == 44);
    assert(!__builtin_add_overflow(most, 1, &wide) && wide == (long)INT_MAX + 1 || sizeof wide == 4);
    assert(__builtin_popcount(bits) == 9 && __builtin_clz(bits) == 8 && __builtin_ctz(bits & ~1u) == 12);
    assert(__builtin_ffs(bits) == 1 && __builtin_parity(bits) == 1 && __builtin_clrsb(least >> 4) == 4);
    assert((bits << 7 | bits >> 25) == 0x78780080 && __builtin_bswap32(bits) == 0x01f0f000);
    assert(__builtin_bswap16(bits) == 0x01f0 && __builtin_expect(bits, 1) == bits);
    __builtin_prefetch(buffer + 8, 1, 3);
    uintptr_t down = (uintptr_t)(buffer + 21) & ~(uintptr_t)7;
    assert(down <= (uintptr_t)(buffer + 21) && down % 8 == 0);
    return 0;
}
