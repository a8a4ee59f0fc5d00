/* heddle: reach=TRUE; engines: explore bounded */
/* Functions that are exact in C: roots, rounding, signs. */
#include <assert.h>
#include <errno.h>
#include <math.h>

volatile double two = 2, half = -0.5, large = 1e15 + 0.5;
volatile float three = 3;

int main(void)
{
    assert(sqrt(two) * sqrt(two) != two && sqrt(two * 8) == 4 && sqrtf(three * 3) == 3);
    assert(floor(half) == -1 && ceil(half) == 0 && trunc(half) == 0 && round(half) == -1 && rint(half) == 0);
    assert(floor(large) == 1e15 && lround(half - 1) == -2 && lrint(large) == 1000000000000000);
    assert(fabs(half) == 0.5 && copysign(two, half) == -2 && signbit(half) && fmin(two, half) == half);
    errno = 0;
    assert(isnan(sqrt(half)) && errno == EDOM);
    return 0;
}
