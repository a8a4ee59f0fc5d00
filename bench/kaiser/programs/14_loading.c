/* heddle: reach=TRUE; engines: monotone */
/* A table that is loaded by one thread while others wait: never both loading and loaded. */
#include "any.h"
static int lock, loading, loaded;

static void *thread(void *argument)
{
    while (1) {
        acquire(&lock);
        while (loading) {
            release(&lock);
            acquire(&lock);
        }
        assert(!loading);
        if (!loaded) {
            loading = 1;
            release(&lock);
            acquire(&lock);
            assert(loading && !loaded);
            loaded = 1;
            loading = 0;
        } else if (__VERIFIER_nondet_bool()) {
            loaded = 0;
        }
        release(&lock);
    }
    return argument;
}
