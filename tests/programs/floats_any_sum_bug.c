/* heddle: reach=FALSE; engines: bounded */
/* Addition is not associative: the solver finds numbers. */
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= 1 && x <= 2 && y >= 1 && y <= 2);
    assert((x + y) - y == x);
    return 0;
}
