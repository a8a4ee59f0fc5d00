/* heddle: reach=UNKNOWN; engines: explore; reason: __CPROVER_ASYNC before a statement that jumps out */
/* What a thread would do that returns from its creator's function is not known. */
#include <assert.h>

int main(void)
{
    int k = 0;
__CPROVER_ASYNC_1:
    if (k == 0)
        return 1;
    assert(k == 1);
    return 0;
}
