/* heddle: reach=UNKNOWN; engines: explore bounded */
/* Floating point that is computed at run time is any value: that is no reason to say FALSE. */
#include <assert.h>

double d = 0.5;

int main(void)
{
    d = d * 4;
    assert(d == 2.0);
    return 0;
}
