/* heddle: reach=TRUE; engines: monotone */
/* The largest of a thread's own numbers first, then with compare-and-swap. */
#include "any.h"
static unsigned max;

static void *thread(void *argument)
{
    unsigned best = 0;
    while (__VERIFIER_nondet_bool()) {
        unsigned next = __VERIFIER_nondet_uint();
        if (next > best)
            best = next;
    }
    while (1) {
        unsigned seen = max;
        if (seen >= best || swap(&max, seen, best))
            break;
    }
    assert(best <= max);
    return argument;
}
