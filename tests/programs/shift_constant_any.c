/* heddle: reach=UNKNOWN; engines: bounded explore flow; reason: leaves undefined */
/* Whatever value it is, the assertion holds; but the behaviour is undefined, so nothing is TRUE. */
#include <assert.h>

int x;

int main(void)
{
    x = 1 << 40;
    assert((x & 1) <= 1);
    return 0;
}
