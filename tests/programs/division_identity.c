/* heddle: reach=TRUE; engines: bounded */
/* What division leaves over, and the rest, are the number again: x / y * y + x % y, signed and unsigned. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), quotient = a / 7, rest = a % 7;
    assert(quotient * 7 + rest == a);
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    if (y)
        assert(x % y + y * (x / y) == x);
    return 0;
}
