/* heddle: reach=TRUE; engines: monotone */
/* The counter with compare-and-swap. */
#include "any.h"
static unsigned value;

static void *thread(void *argument)
{
    unsigned seen, next;
    do {
        seen = value;
        if (seen == UINT_MAX)
            return argument;
        next = seen + 1;
    } while (!swap(&value, seen, next));
    assert(value > seen);
    return argument;
}
