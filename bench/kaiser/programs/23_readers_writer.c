/* heddle: reach=TRUE; engines: monotone */
/* A readers-writer lock with a number of readers. */
#include "any.h"
static int writing, readers, x, y;

static void *thread(void *argument)
{
    if (__VERIFIER_nondet_bool()) {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(!writing && readers == 0);
        writing = 1;
        __VERIFIER_atomic_end();
        x = 3;
        writing = 0;
    } else {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(!writing);
        readers++;
        __VERIFIER_atomic_end();
        int seen = x;
        y = seen;
        assert(y == x);
        __VERIFIER_atomic_begin();
        readers--;
        __VERIFIER_atomic_end();
    }
    return argument;
}
