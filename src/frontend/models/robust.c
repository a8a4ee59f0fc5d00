/* Robust mutexes: whoever waits for one gets it when its owner has ended, and is told so (EOWNERDEAD). If it is unlocked then before
 * pthread_mutex_consistent was called, nobody gets it any more (ENOTRECOVERABLE). Which threads have ended is kept where the program makes such
 * mutexes: endings.c has every thread say so. */
#include "mutex.h"
#include "weak_memory.h"

MODEL const int __heddle_robust = 0;
extern const int __heddle_endings_known; /* see keys.c */

enum mutex_state { USABLE, INCONSISTENT, NOT_RECOVERABLE };
enum { KNOWN_THREADS = 64 };

static _Bool ended[KNOWN_THREADS];

/* The last that a thread does. */
void __heddle_robust_left(void)
{
    unsigned self = __heddle_self();
    if (!__heddle_robust || self >= KNOWN_THREADS)
        return;
    __heddle_atomic_begin();
    ended[self] = 1;
    __heddle_atomic_end();
}

static void take(struct mutex *m)
{
    if (__heddle_self() >= KNOWN_THREADS)
        __heddle_unsupported("limit: a robust mutex of one of more than 63 threads");
    m->owner = __heddle_self();
    m->count = 0;
}

static int lock_again(struct mutex *m, int if_taken)
{
    int kind = m->kind & KIND_MASK;
    if (kind == KIND_RECURSIVE) {
        m->count++;
        return 0;
    }
    if (kind == KIND_ERRORCHECK && if_taken != E_BUSY)
        return E_DEADLK;
    if (if_taken == FOR_EVER) {
        __heddle_fail(HEDDLE_LOCKS, "a thread locks a mutex that it holds");
        __heddle_assume(0);
    }
    return if_taken;
}

int __heddle_robust_lock(struct mutex *m, int if_taken)
{
    int result = 0;
    __heddle_atomic_begin();
    if (m->state == NOT_RECOVERABLE) {
        result = E_NOTRECOVERABLE;
    } else if (m->owner == 0) {
        take(m);
    } else if (m->owner == __heddle_self()) {
        result = lock_again(m, if_taken);
    } else if (ended[m->owner & (KNOWN_THREADS - 1)]) {
        m->state = INCONSISTENT;
        take(m);
        result = E_OWNERDEAD;
    } else {
        __heddle_assume(if_taken != FOR_EVER);
        result = if_taken;
    }
    if (result != 0 && is_memory_weak())
        __heddle_uncovered("a robust mutex that is not locked, with weaker memory orders");
    __heddle_atomic_end();
    return result;
}

int __heddle_robust_release(struct mutex *m)
{
    if (m->owner != __heddle_self()) {
        __heddle_fail(HEDDLE_LOCKS, "a thread unlocks a mutex that it does not hold");
        return E_PERM;
    }
    if ((m->kind & KIND_MASK) == KIND_RECURSIVE && m->count != 0) {
        m->count--;
        return 0;
    }
    m->state = m->state == USABLE ? USABLE : NOT_RECOVERABLE;
    m->owner = 0;
    return 0;
}

MODEL int pthread_mutex_consistent(struct mutex *m)
{
    int result = E_INVAL;
    __heddle_atomic_begin();
    if (is_robust(m) && m->owner != 0 && m->state == INCONSISTENT) {
        m->state = USABLE;
        result = 0;
    }
    __heddle_atomic_end();
    return result;
}

MODEL int pthread_mutexattr_setrobust(int *a, int robust)
{
    if (robust != 0 && robust != 1)
        return E_INVAL;
    if (robust && !(__heddle_robust && __heddle_endings_known))
        __heddle_unsupported("robust mutexes, where a thread is created without naming its function");
    *a = (*a & KIND_MASK) | (robust ? KIND_ROBUST : 0);
    return 0;
}

MODEL int pthread_mutexattr_getrobust(const int *a, int *robust)
{
    *robust = (*a & KIND_ROBUST) != 0;
    return 0;
}
