/* heddle: reach=TRUE; engines: monotone */
/* Driver: requests of several kinds, each with the lock held until it has been waited for. */
#include "any.h"
static int lock, queue;

static void put(void)
{
    assert(lock == 1);
    if (queue < 4)
        queue++;
}

static int get(void)
{
    assert(lock == 1);
    if (!queue)
        return 0;
    queue--;
    return 1;
}

static void *thread(void *argument)
{
    while (1)
        switch (__VERIFIER_nondet_int()) {
        case 0:
            acquire(&lock);
            put();
            release(&lock);
            break;
        case 1:
            acquire(&lock);
            while (!get()) {
                release(&lock);
                acquire(&lock);
            }
            release(&lock);
            break;
        case 2:
            acquire(&lock);
            assert(queue >= 0 && queue <= 4);
            release(&lock);
            break;
        default: break;
        }
    return argument;
}
