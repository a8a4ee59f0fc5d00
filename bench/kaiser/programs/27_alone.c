/* heddle: reach=TRUE; engines: monotone */
/* Only the first thread passes, and counts with its own copy. */
#include "any.h"
static unsigned arrived, s;

static void *thread(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(arrived != UINT_MAX);
    arrived++;
    __VERIFIER_atomic_end();
    if (arrived == 1) {
        unsigned l = 0;
        while (1) {
            s++;
            l++;
            assert(s == l);
        }
    }
    return argument;
}
