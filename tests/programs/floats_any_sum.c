/* heddle: reach=TRUE; engines: bounded */
/* Numbers between 1 and 2: their sums have bounds, and division undoes a multiplication by a power of 2. */
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= 1 && x <= 2 && y >= 1 && y <= 2);
    assert(x + y >= 2 && x + y <= 4);
    assert(x * 8 / 8 == x);
    return 0;
}
