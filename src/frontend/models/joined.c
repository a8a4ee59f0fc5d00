/* That a thread is joined or detached twice, or meant by its id after that, is undefined: its id may be another's by then. Programs where it cannot
 * happen have none of this (frontend/joins.c). */
#include "threads.h"

enum { KNOWN_THREADS = 1024 };
static _Bool joined[KNOWN_THREADS]; /* or detached */

/* Whether it is known that the thread was joined before. */
static _Bool was_joined(word thread, int again, _Bool now)
{
    if (again == HEDDLE_UNKNOWN_THREAD || thread >= KNOWN_THREADS) {
        __heddle_uncovered("one of more than 1024 threads, or one whose id was overwritten, may be joined twice");
        return 0;
    }
    __heddle_atomic_begin();
    _Bool before = joined[thread];
    if (now)
        joined[thread] = 1;
    __heddle_atomic_end();
    return before;
}

void __heddle_joined(word thread)
{
    int again = __heddle_joins_again(thread, 1);
    if (again != HEDDLE_NEVER && was_joined(thread, again, 1))
        __heddle_uncovered("undefined: a thread is joined twice");
}

void __heddle_let_go(word thread)
{
    int again = __heddle_joins_again(thread, 1);
    if (again != HEDDLE_NEVER && was_joined(thread, again, 1))
        __heddle_uncovered("undefined: a thread is detached that was joined or detached before");
}

void __heddle_means(word thread)
{
    if (thread == __heddle_self())
        return;
    int again = __heddle_joins_again(thread, 0);
    if (again != HEDDLE_NEVER && was_joined(thread, again, 0))
        __heddle_uncovered("undefined: a thread is meant that was joined or detached before");
}
