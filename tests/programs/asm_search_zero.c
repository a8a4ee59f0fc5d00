/* heddle: reach=UNKNOWN; engines: explore; reason: what a search for a bit in 0 leaves behind */
/* tzcnt and bsf do not agree about 0. */
#include <assert.h>

int main(void)
{
    unsigned long x = 0;
    __asm__("rep; bsf %1,%0" : "=r"(x) : "rm"(x));
    assert(x == 64);
    return 0;
}
