/* heddle: reach=UNKNOWN; engines: explore monotone bounded flow; reason: __CPROVER_ASYNC before anything but a call|there is one thread only */
/* What __CPROVER_ASYNC labels is one call; which other statements it would cover is not known. */
#include <assert.h>

int x;

static void set(void) { x = 1; }

int main(void)
{
__CPROVER_ASYNC_1:;
    set();
    assert(x == 1);
    return 0;
}
