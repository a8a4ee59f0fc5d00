/* heddle: reach=TRUE; engines: monotone */
/* Two locks for one number: one for going up, one for going down. */
#include "any.h"
static int up, down, count;

static void *thread(void *argument)
{
    if (__VERIFIER_nondet_bool()) {
        acquire(&up);
        __VERIFIER_atomic_begin();
        count++;
        __VERIFIER_atomic_end();
        assert(count <= 1);
        __VERIFIER_atomic_begin();
        count--;
        __VERIFIER_atomic_end();
        release(&up);
    } else {
        acquire(&down);
        __VERIFIER_atomic_begin();
        count--;
        __VERIFIER_atomic_end();
        assert(count >= -1);
        __VERIFIER_atomic_begin();
        count++;
        __VERIFIER_atomic_end();
        release(&down);
    }
    return argument;
}
