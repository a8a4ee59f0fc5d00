/* heddle: reach=UNKNOWN; engines: explore; reason: __CPROVER_ASYNC before anything but a call */
/* An assignment that is labelled __CPROVER_ASYNC is not taken for one of the creator. */
#include <assert.h>

int x;

int main(void)
{
__CPROVER_ASYNC_2:
    x = 1;
    assert(x == 1);
    return 0;
}
