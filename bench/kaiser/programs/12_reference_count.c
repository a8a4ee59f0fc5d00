/* heddle: reach=TRUE; engines: monotone */
/* Driver: who holds a reference sees a count that is not zero. */
#include "any.h"
static unsigned references;
static int lock;

static void *thread(void *argument)
{
    while (1) {
        acquire(&lock);
        assert(lock == 1);
        references++;
        release(&lock);
        assert(references > 0);
        acquire(&lock);
        assert(references > 0);
        references--;
        release(&lock);
    }
    return argument;
}
