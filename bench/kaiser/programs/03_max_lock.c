/* heddle: reach=TRUE; engines: monotone */
/* The largest of the numbers that all threads come with, under a lock. */
#include "any.h"
static unsigned max;
static int lock;

static void *thread(void *argument)
{
    unsigned mine = __VERIFIER_nondet_uint();
    acquire(&lock);
    if (mine > max)
        max = mine;
    release(&lock);
    assert(mine <= max);
    return argument;
}
