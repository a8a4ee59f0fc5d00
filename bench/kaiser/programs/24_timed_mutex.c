/* heddle: reach=TRUE; engines: monotone */
/* A lock that may be given up waiting for; a block belongs to who has it. */
#include "any.h"
static int lock, busy, block;

static void *thread(void *argument)
{
    _Bool got;
    __VERIFIER_atomic_begin();
    got = lock == 0 && __VERIFIER_nondet_bool();
    if (got)
        lock = 1;
    __VERIFIER_atomic_end();
    if (!got)
        return argument;
    if (!busy) {
        block = 1;
        busy = 1;
        assert(block == 1);
    } else {
        block = 0;
        busy = 0;
        assert(block == 0);
    }
    release(&lock);
    return argument;
}
