/* heddle: reach=TRUE; engines: monotone */
/* Two operations in the right order: the second waits under the lock. */
#include "any.h"
static int lock, first_done, second_done;

static void *thread(void *argument)
{
    acquire(&lock);
    if (!first_done) {
        first_done = 1;
    } else {
        assert(first_done);
        second_done = 1;
    }
    assert(!second_done || first_done);
    release(&lock);
    return argument;
}
