/* heddle: reach=UNKNOWN; options: -m32; engines: explore bounded; reason: floating-point|was not enumerated completely */
/* Code for 32 bits may compute with more digits than the type has: any value, which is no reason to say FALSE. */
#include <assert.h>

double d = 0.5;

int main(void)
{
    d = d * 4;
    assert(d == 2.0);
    return 0;
}
