/* heddle: reach=UNKNOWN; engines: explore; reason: fesetround */
/* Floating point is rounded to nearest unless somebody asks for something else. */
#include <assert.h>
#include <fenv.h>

volatile double one = 1, three = 3;

int main(void)
{
    double nearest = one / three;
    fesetround(FE_UPWARD);
    assert(nearest == one / three);
    return 0;
}
