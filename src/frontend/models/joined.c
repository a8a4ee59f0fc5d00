/* That a thread is joined twice is undefined: its id may be another's by then. Programs where it cannot happen have none of this (frontend/joins.c); of threads
 * without a bound on their number it is not followed. */
#include "threads.h"

enum { KNOWN_THREADS = 1024 }; /* of threads with larger ids it is not followed */
static _Bool joined[KNOWN_THREADS];

void __heddle_joined(word thread)
{
    if (!__heddle_joins_again() || thread >= KNOWN_THREADS)
        return;
    __heddle_atomic_begin();
    _Bool before = joined[thread];
    joined[thread] = 1;
    __heddle_atomic_end();
    if (before)
        __heddle_uncovered("undefined: a thread is joined twice");
}
