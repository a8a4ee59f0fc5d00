/* heddle: reach=FALSE; engines: bounded */
/* The remainder and the quotient are those of different divisors, or one is signed and the other is not: that is not the number. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    assert((int)((unsigned)a / 7 * 7) + a % 7 == a);
    return 0;
}
