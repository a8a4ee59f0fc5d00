/* heddle: reach=TRUE; engines: monotone */
/* The largest number; the lock is taken only where it may be needed. */
#include "any.h"
static unsigned max;
static int lock;

static void *thread(void *argument)
{
    unsigned mine = __VERIFIER_nondet_uint(), other = __VERIFIER_nondet_uint();
    unsigned best = mine < other ? other : mine;
    if (best > max) {
        acquire(&lock);
        if (best > max)
            max = best;
        release(&lock);
    }
    assert(best <= max);
    return argument;
}
