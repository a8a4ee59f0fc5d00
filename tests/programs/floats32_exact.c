/* heddle: reach=TRUE; engines: bounded; options: -m32 */
/* More digits than the types have make no difference where nothing is rounded: small integers, halves and quarters, also through division and square roots. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern double sqrt(double);

int main(void)
{
    int n = __VERIFIER_nondet_bool() ? 9 : 144;
    float f = n * 0.5f;
    double d = n;
    assert(f + f == n && f - 0.25f == n / 2.0f - 0.25f);
    assert(d / 4 * 4 == d && d * 0.5 + 3 == (d + 6) / 2);
    assert(sqrt(d) == 3 || sqrt(d) == 12);
    assert((float)(d / 8) * 8 == d);
    return 0;
}
