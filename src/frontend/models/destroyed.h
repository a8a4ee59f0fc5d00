/* Mutexes and the like that were destroyed. Using one is undefined (glibc's lock fails, and protects nothing) and a misuse of locks. Programs where that cannot happen have
 * none of this (frontend/destroyed.c); elsewhere a number in the object, which has no other use for that value, says that it is gone until it is made again. */
#ifndef HEDDLE_MODELS_DESTROYED_H
#define HEDDLE_MODELS_DESTROYED_H

#include "weak_memory.h"

extern const int __heddle_destroyed; /* whether it can happen; module.c sets it */

#define GONE 0xffffffffu

/* To look orders nothing, and is no step of its own in a section. */
static inline _Bool is_gone(const unsigned *word)
{
    if (!__heddle_destroyed)
        return 0;
    if (is_memory_weak())
        return relaxed_load(word) == GONE;
    __heddle_atomic_begin();
    _Bool gone = *word == GONE;
    __heddle_atomic_end();
    return gone;
}

/* what: a string literal */
#define MUST_LIVE(word, what)                                                                                                      \
    do                                                                                                                             \
        if (is_gone(word)) {                                                                                                       \
            __heddle_fail(HEDDLE_LOCKS, what " is used after it was destroyed");                                                   \
            __heddle_unsupported("undefined: use of " what " that was destroyed");                                                 \
        }                                                                                                                          \
    while (0)

/* The end of it, where nobody holds it. */
static inline void is_destroyed(unsigned *word)
{
    if (!__heddle_destroyed)
        return;
    begin_without_barrier();
    store_there(word, GONE);
    end_without_barrier();
}

#endif
