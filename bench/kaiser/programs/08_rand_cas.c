/* heddle: reach=TRUE; engines: monotone */
/* Random numbers with compare-and-swap. */
#include "any.h"
static unsigned seed = 1;

static void *thread(void *argument)
{
    unsigned before, next;
    do {
        before = seed;
        do
            next = __VERIFIER_nondet_uint();
        while (next == before || next == 0);
    } while (!swap(&seed, before, next));
    assert(next != before && seed != 0);
    return argument;
}
