/* heddle: reach=TRUE; engines: monotone */
/* A number that is written under a lock is what the thread computed. */
#include "any.h"
static int lock;
static unsigned s;

static void *thread(void *argument)
{
    while (1) {
        acquire(&lock);
        unsigned l = s;
        if (__VERIFIER_nondet_bool())
            s = l = l * 3 + 1;
        assert(s == l);
        release(&lock);
    }
    return argument;
}
