/* heddle: reach=TRUE; engines: monotone */
/* Driver: routines that need the lock held, and a flag that may be there after waiting. */
#include "any.h"
static int lock, buffer;

static void clear(void)
{
    assert(lock == 1);
    buffer = 0;
}

static int read_one(_Bool wait)
{
    acquire(&lock);
    while (!buffer) {
        assert(lock == 1);
        release(&lock);
        if (!wait)
            return -1;
        acquire(&lock);
    }
    int key = buffer;
    assert(key);
    clear();
    release(&lock);
    return key;
}

static void *thread(void *argument)
{
    while (1)
        if (__VERIFIER_nondet_bool()) {
            read_one(__VERIFIER_nondet_bool());
        } else {
            acquire(&lock);
            buffer = 1;
            assert(lock == 1);
            release(&lock);
        }
    return argument;
}
