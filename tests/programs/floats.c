/* heddle: reach=TRUE?; engines: explore; known: floating point is arbitrary */
/* Floating point. */
#include <assert.h>

double d = 0.5;

int main(void)
{
    d = d * 4;
    assert(d == 2.0);
    return 0;
}
