/* heddle: reach=UNKNOWN; engines: explore bounded; reason: the bits of a floating-point result that is not a number */
/* Which bits a result has that is not a number depends on compiler and machine. */
#include <assert.h>
#include <string.h>

volatile double zero;

int main(void)
{
    double none = zero / zero;
    unsigned long bits;
    memcpy(&bits, &none, sizeof bits);
    assert(bits >> 63 == 0);
    return 0;
}
