/* heddle: reach=TRUE; engines: monotone */
/* A counter under a lock: every increment makes it larger than what the thread saw. */
#include "any.h"
static unsigned value;
static int lock;

static void *thread(void *argument)
{
    acquire(&lock);
    if (value == UINT_MAX) {
        release(&lock);
        return argument;
    }
    unsigned seen = value;
    value = seen + 1;
    release(&lock);
    assert(value > seen);
    return argument;
}
