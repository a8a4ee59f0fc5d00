/* heddle: reach=UNKNOWN; engines: explore bounded; options: -m32; reason: floating-point|was not enumerated completely */
/* A rounded number need not be one that its type can hold: with x87 it may still have more digits, and the conversion rounds it. */
#include <assert.h>

static volatile float tenth = 0.1f;

int main(void)
{
    float x = tenth * 3;
    double d = x;
    assert((float)d == d);
    return 0;
}
