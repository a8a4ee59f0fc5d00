/* heddle: reach=FALSE race=FALSE; engines: auto explore bounded */
/* An assignment that is labelled __CPROVER_ASYNC is one of the new thread: the creator need not find it done. */
#include <assert.h>

int x;

int main(void)
{
__CPROVER_ASYNC_2:
    x = 1;
    assert(x == 1);
    return 0;
}
