/* Mutexes of the normal, recursive and errorcheck kinds. lock is [owner == 0] owner := self; whoever finds it taken waits.
 * Locking a normal mutex again blocks for ever, as in glibc, and is a failure of the property locks; so is unlocking a mutex
 * that one does not hold (after which a normal mutex is free, as in glibc), and destroying a locked one. */
#include "mutex.h"

/* The order of the tests matters: where the kind is known to be normal, one branch remains. */
int __heddle_mutex_lock(struct mutex *m)
{
    int result = 0;
    if (is_robust(m))
        return __heddle_robust_lock(m, FOR_EVER);
    __heddle_atomic_begin();
    __heddle_note(HEDDLE_NOTE_LOCK, m);
    if (m->owner == 0) {
        m->owner = __heddle_self();
    } else if (m->kind == KIND_RECURSIVE && m->owner == __heddle_self()) {
        m->count++;
    } else if (m->kind == KIND_ERRORCHECK && m->owner == __heddle_self()) {
        result = E_DEADLK;
    } else {
        if (m->owner == __heddle_self())
            __heddle_fail(HEDDLE_LOCKS, "a thread locks a mutex that it holds");
        __heddle_assume(0);
    }
    __heddle_atomic_end();
    return result;
}

int __heddle_mutex_try(struct mutex *m)
{
    int result = 0;
    if (is_robust(m))
        return __heddle_robust_lock(m, E_BUSY);
    __heddle_atomic_begin();
    __heddle_note(HEDDLE_NOTE_LOCK, m);
    if (m->owner == 0)
        m->owner = __heddle_self();
    else if (m->kind == KIND_RECURSIVE && m->owner == __heddle_self())
        m->count++;
    else
        result = E_BUSY;
    __heddle_atomic_end();
    return result;
}

/* An attempt that waits for a while is the same as one that does not: waiting is being scheduled later. */
int __heddle_mutex_try_until(struct mutex *m, const struct time *until)
{
    int result = 0;
    if (is_robust(m)) {
        result = __heddle_robust_lock(m, E_TIMEDOUT);
        return result == E_TIMEDOUT && !is_time(until) ? E_INVAL : result;
    }
    __heddle_atomic_begin();
    __heddle_note(HEDDLE_NOTE_LOCK, m);
    if (m->owner == 0)
        m->owner = __heddle_self();
    else if (m->kind == KIND_RECURSIVE && m->owner == __heddle_self())
        m->count++;
    else
        result = m->kind == KIND_ERRORCHECK && m->owner == __heddle_self() ? E_DEADLK : E_TIMEDOUT;
    __heddle_atomic_end();
    return result == E_TIMEDOUT && !is_time(until) ? E_INVAL : result;
}

int __heddle_mutex_release(struct mutex *m)
{
    if (is_robust(m))
        return __heddle_robust_release(m);
    if (m->owner != __heddle_self()) {
        __heddle_fail(HEDDLE_LOCKS, "a thread unlocks a mutex that it does not hold");
        if (m->kind == KIND_RECURSIVE || m->kind == KIND_ERRORCHECK)
            return E_PERM;
    } else if (m->kind == KIND_RECURSIVE && m->count != 0) {
        m->count--;
        return 0;
    }
    m->owner = 0;
    return 0;
}

int __heddle_mutex_unlock(struct mutex *m)
{
    __heddle_atomic_begin();
    __heddle_note(HEDDLE_NOTE_UNLOCK, m);
    int result = __heddle_mutex_release(m);
    __heddle_atomic_end();
    return result;
}

void __heddle_mutex_init(struct mutex *m, int kind)
{
    __heddle_writes(&m->owner, sizeof m->owner);
    __heddle_atomic_begin();
    m->owner = 0;
    m->count = 0;
    m->kind = kind;
    if (__heddle_robust)
        m->state = 0;
    __heddle_atomic_end();
}

int __heddle_mutex_destroy(struct mutex *m)
{
    int result = 0;
    __heddle_writes(&m->owner, sizeof m->owner);
    __heddle_atomic_begin();
    if (m->owner != 0) {
        __heddle_fail(HEDDLE_LOCKS, "a mutex is destroyed while it is locked");
        result = E_BUSY;
    }
    __heddle_atomic_end();
    return result;
}

/* attributes: NULL, or an int that holds the kind */
MODEL int pthread_mutex_init(struct mutex *m, const int *attributes)
{
    __heddle_mutex_init(m, attributes ? *attributes & (KIND_MASK | KIND_ROBUST) : KIND_NORMAL);
    return 0;
}

MODEL int pthread_mutex_destroy(struct mutex *m) { return __heddle_mutex_destroy(m); }

MODEL int pthread_mutex_lock(struct mutex *m) { return __heddle_mutex_lock(m); }

MODEL int pthread_mutex_trylock(struct mutex *m) { return __heddle_mutex_try(m); }

MODEL int pthread_mutex_timedlock(struct mutex *m, const struct time *until) { return __heddle_mutex_try_until(m, until); }

MODEL int pthread_mutex_clocklock(struct mutex *m, int clock, const struct time *until)
{
    return is_waiting_clock(clock) ? __heddle_mutex_try_until(m, until) : E_INVAL;
}

MODEL int pthread_mutex_unlock(struct mutex *m) { return __heddle_mutex_unlock(m); }
