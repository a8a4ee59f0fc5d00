/* heddle: reach=TRUE; engines: monotone */
/* The ticket lock (Fig. 5 of the thesis), as long as tickets last. */
#include "any.h"
static unsigned serving, next;
static int inside;

static void *thread(void *argument)
{
    while (1) {
        unsigned mine;
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(next != UINT_MAX);
        mine = next;
        next++;
        __VERIFIER_atomic_end();
        while (mine != serving)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        serving++;
    }
    return argument;
}
