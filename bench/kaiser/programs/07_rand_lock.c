/* heddle: reach=TRUE; engines: monotone */
/* Random numbers under a lock: no number follows itself, and none is zero. */
#include "any.h"
static unsigned seed = 1;
static int lock;

static void *thread(void *argument)
{
    acquire(&lock);
    unsigned before = seed, next;
    do
        next = __VERIFIER_nondet_uint();
    while (next == before || next == 0);
    seed = next;
    assert(next != before);
    release(&lock);
    assert(seed != 0);
    return argument;
}
