/* heddle: reach=TRUE; engines: monotone */
/* A test-and-set lock with exponential backoff (Fig. 28 of the thesis). */
#include "any.h"
static int taken, inside;

static int test_and_set(void)
{
    int before;
    __VERIFIER_atomic_begin();
    before = taken;
    taken = 1;
    __VERIFIER_atomic_end();
    return before;
}

static void *thread(void *argument)
{
    unsigned delay = 1;
    while (1) {
        int before = test_and_set();
        while (before) {
            if (delay * 2 > delay)
                delay *= 2;
            before = test_and_set();
        }
        assert(before != taken);
        inside++;
        assert(inside == 1);
        inside--;
        assert(taken);
        taken = 0;
    }
    return argument;
}
