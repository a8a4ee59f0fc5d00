/* heddle: reach=TRUE; engines: monotone */
/* The largest number, with compare-and-swap. */
#include "any.h"
static unsigned max;

static void *thread(void *argument)
{
    unsigned mine = __VERIFIER_nondet_uint(), seen;
    do {
        seen = max;
        if (mine <= seen)
            break;
    } while (!swap(&max, seen, mine));
    assert(mine <= max);
    return argument;
}
