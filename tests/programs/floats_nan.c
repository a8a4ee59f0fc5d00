/* heddle: reach=TRUE; engines: explore bounded */
/* What is not a number is unequal to itself, and nothing is above or below it. */
#include <assert.h>
#include <math.h>

volatile double zero, one = 1, big = 1e308;

int main(void)
{
    double none = zero / zero, infinity = one / zero;
    assert(none != none && !(none < one) && !(none >= one) && isnan(none));
    assert(infinity > big && isinf(big * 10) && -infinity < -big && !isnan(infinity - one));
    assert(isnan(infinity - infinity) && fmax(none, one) == 1);
    assert(1 / -zero == -infinity && zero == -zero);
    return 0;
}
