/* heddle: reach=UNKNOWN; engines: explore bounded; options: -m32; reason: floating-point|was not enumerated completely */
/* What is rounded may have more digits: with SSE2 the first sum is 1 exactly, with x87 it may be a little more; the second one has one bit too many for a float, and the
 * third a product that no double holds. */
#include <assert.h>

static volatile float tiny = 0x1p-24f, wide = 0x1.000002p0f;
static volatile double third = 1.0 / 3;

int main(void)
{
    assert(1.0f + tiny == 1.0f);
    assert(16777216.0f + wide != 16777217.0f);
    assert(third * third * 9 == 1);
    return 0;
}
