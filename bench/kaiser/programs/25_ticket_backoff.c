/* heddle: reach=TRUE; engines: monotone */
/* The ticket lock, waiting the longer the more are in front. */
#include "any.h"
static unsigned serving, next;
static int inside;

static void *thread(void *argument)
{
    while (1) {
        unsigned mine, seen;
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(next != UINT_MAX);
        mine = next;
        next++;
        __VERIFIER_atomic_end();
        while ((seen = serving) != mine)
            for (unsigned wait = mine - seen; wait > 0; wait--)
                ;
        inside++;
        assert(inside == 1);
        inside--;
        serving++;
    }
    return argument;
}
