/* That a thread is joined twice is undefined: its id may be another's by then. Programs where it cannot happen have none of this (frontend/joins.c). */
#include "threads.h"

enum { KNOWN_THREADS = 1024 };
static _Bool joined[KNOWN_THREADS];

void __heddle_joined(word thread)
{
    if (!__heddle_joins_again())
        return;
    if (thread >= KNOWN_THREADS) {
        __heddle_uncovered("more than 1024 threads, and one may be joined twice");
        return;
    }
    __heddle_atomic_begin();
    _Bool before = joined[thread];
    joined[thread] = 1;
    __heddle_atomic_end();
    if (before)
        __heddle_uncovered("undefined: a thread is joined twice");
}
