/* heddle: reach=TRUE race=TRUE; engines: explore bounded */
/* What __CPROVER_ASYNC labels is one statement: here an empty one. The call behind it is the creator's. */
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
