/* heddle: reach=UNKNOWN; options: -m32; engines: explore bounded; reason: floating-point|was not enumerated completely */
/* Code for 32 bits may compute with more digits than the type has: any value, which is no reason to say FALSE. */
#include <assert.h>

double d = 0.1;

int main(void)
{
    d = d * 3;
    assert(d == 0x1.3333333333334p-2);
    return 0;
}
