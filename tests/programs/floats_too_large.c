/* heddle: reach=UNKNOWN; engines: explore bounded; reason: undefined: a floating-point number converted to an integer type that cannot hold it */
/* A number that the integer type cannot hold: undefined in C. */
#include <assert.h>

volatile double big = 3e9;

int main(void)
{
    int i = (int)big;
    assert(i != 7);
    return 0;
}
