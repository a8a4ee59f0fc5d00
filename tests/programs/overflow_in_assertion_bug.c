/* heddle: overflow=FALSE; engines: explore */
/* The assertion itself overflows. */
#include <assert.h>
#include <limits.h>

int main(void)
{
    volatile int x = INT_MAX - 0;
    assert(x + 1 > 0);
    return 0;
}
