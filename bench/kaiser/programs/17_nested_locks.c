/* heddle: reach=TRUE; engines: monotone */
/* The inner lock is only taken with the outer one held. */
#include "any.h"
static int outer, inner, x, y;

static void *thread(void *argument)
{
    acquire(&outer);
    x = 1;
    acquire(&inner);
    y = 1;
    assert(x == y);
    y = 0;
    release(&inner);
    x = 0;
    assert(x == 0 && y == 0);
    release(&outer);
    return argument;
}
