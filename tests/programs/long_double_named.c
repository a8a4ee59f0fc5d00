/* heddle: reach=UNKNOWN; engines: explore; reason: ^VERDICT: UNKNOWN \(long double at .*long_double_named.c:9 */
/* What is not modelled is called by its name. */
#include <assert.h>

long double x;

int main(void)
{
    x = x + 1;
    assert(x > 0);
    return 0;
}
