/* heddle: reach=TRUE; engines: bounded */
/* Overflow checks of the compiler on 64 bits. */
#include <assert.h>

long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    long long a = __VERIFIER_nondet_longlong(), r;
    unsigned long long u;
    if (__builtin_add_overflow(a, 1LL, &r))
        assert(a == 0x7fffffffffffffffLL && r == -0x7fffffffffffffffLL - 1);
    else
        assert(r > a);
    assert(__builtin_sub_overflow(0ULL, (unsigned long long)a, &u) == (a != 0));
    if (a > 4000000000LL && a < 4000000010LL)
        assert(__builtin_mul_overflow(a, a, &r) && !__builtin_mul_overflow(a, 2LL, &r) && r == 2 * a);
    return 0;
}
