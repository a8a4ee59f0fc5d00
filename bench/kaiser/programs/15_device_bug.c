/* heddle: reach=FALSE; engines: monotone */
/* Driver: a device is unregistered although another thread has just opened it (the check and the change are apart). */
#include "any.h"
static int open_count, registered = 1;

static void *thread(void *argument)
{
    if (__VERIFIER_nondet_bool()) {
        if (registered) {
            __VERIFIER_atomic_begin();
            open_count++;
            __VERIFIER_atomic_end();
            assert(registered);
            __VERIFIER_atomic_begin();
            open_count--;
            __VERIFIER_atomic_end();
        }
    } else if (open_count == 0) {
        registered = 0;
    }
    return argument;
}
