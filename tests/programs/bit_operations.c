/* heddle: reach=TRUE; engines: explore bounded */
/* Counting, reversing and rotating bits; hints to the processor do nothing. */
#include <assert.h>
#include <immintrin.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned v = 0x80000001u, four = 4;
static unsigned long long w = 0x123456789abcdef0ull;

int main(void)
{
    unsigned x = __VERIFIER_nondet_uchar(), ones = 0;
    for (unsigned i = 0; i < 8; i++)
        ones += x >> i & 1;
    assert(__builtin_popcount(x) == ones && __builtin_parity(x) == (ones & 1));
    assert(x == 0 || (x >> __builtin_ctz(x) & 1 && __builtin_clz(x) >= 24 && x << __builtin_clz(x) >= 0x80000000u));
    assert(__builtin_clz(v) == 0 && __builtin_ctzll(w) == four && __builtin_bswap32(v) == 0x01000080u);
    _mm_pause();
    __builtin_ia32_pause();
#ifdef __clang__
    assert(__builtin_rotateleft32(v, four) == 0x18 && __builtin_rotateright32(v, four) == 0x18000000u);
    assert(__builtin_rotateleft32(v, four - 4) == v && __builtin_rotateleft64(w, 64 + 8) == 0x3456789abcdef012ull);
    assert(__builtin_bitreverse32(v) == v && __builtin_bitreverse8(0x12) == 0x48 && __builtin_rotateleft8(0x81, 1) == 3);
#endif
    return 0;
}
