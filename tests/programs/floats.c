/* heddle: reach=TRUE; engines: explore bounded */
/* Floating point that is computed at run time is computed as the machine does it. */
#include <assert.h>

double d = 0.5;
float tenth = 0.1f;

int main(void)
{
    d = d * 4;
    assert(d == 2.0);
    assert(tenth * 3 != 0.3); /* in single and in double precision */
    d = 0.1;
    assert(d + 0.2 != 0.3 && d + 0.2 < 0.3000001);
    assert((int)(d * 25) == 2 && (unsigned char)(d * 2559) == 255);
    assert((float)(d / 4) * 4 == tenth);
    return 0;
}
