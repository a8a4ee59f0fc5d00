/* Mutexes of the normal, recursive and errorcheck kinds. lock is [owner == 0] owner := self; whoever finds it taken waits.
 * Locking a normal mutex again blocks for ever, as in glibc, and is a failure of the property locks; so is unlocking a mutex
 * that one does not hold (after which a normal mutex is free, as in glibc), and destroying a locked one. */
#include "mutex.h"
#include "weak_memory.h"

MODEL const int __heddle_destroyed = 0;

#define NOT_HELD "a thread unlocks a mutex that it does not hold"

/* Whether an attempt fails that has not tried, which orders nothing in C. On x86 it is a locked instruction. */
static _Bool looks_taken(struct mutex *m)
{
    if (!__heddle_weaker_orders)
        return 0;
    unsigned owner = relaxed_load(&m->owner);
    return owner != 0 && owner != __heddle_self();
}

/* Kinds that ask who holds it do so by loads, and what they do for its owner is no barrier on x86; an atomic section would be one. */
static _Bool asks_for_owner(const struct mutex *m)
{
    return __heddle_store_buffers && (m->kind == KIND_RECURSIVE || m->kind == KIND_ERRORCHECK);
}

static _Bool is_mine(const struct mutex *m) { return asks_for_owner(m) && relaxed_load(&m->owner) == __heddle_self(); }

static int lock_mine_again(struct mutex *m)
{
    if (m->kind == KIND_ERRORCHECK)
        return E_DEADLK;
    store_there(&m->count, relaxed_load(&m->count) + 1);
    return 0;
}

/* The order of the tests matters: where the kind is known to be normal, one branch remains. */
int __heddle_mutex_lock(struct mutex *m)
{
    int result = 0;
    use_mutex(m);
    if (is_robust(m))
        return __heddle_robust_lock(m, FOR_EVER);
    if (is_mine(m))
        return lock_mine_again(m);
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
        MUST_LIVE(&m->owner, "a mutex"); /* it may end since one has looked: nobody waits for what is gone */
        __heddle_assume(0);
    }
    __heddle_atomic_end();
    return result;
}

int __heddle_mutex_try(struct mutex *m)
{
    int result = 0;
    use_mutex(m);
    if (is_robust(m))
        return __heddle_robust_lock(m, E_BUSY);
    if (m->kind == KIND_RECURSIVE && is_mine(m))
        return lock_mine_again(m);
    if (looks_taken(m))
        return E_BUSY;
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
    use_mutex(m);
    if (is_robust(m)) {
        result = __heddle_robust_lock(m, E_TIMEDOUT);
        return result == E_TIMEDOUT && !is_time(until) ? E_INVAL : result;
    }
    if (looks_taken(m))
        return is_time(until) ? E_TIMEDOUT : E_INVAL;
    if (is_mine(m))
        return lock_mine_again(m);
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
        __heddle_fail(HEDDLE_LOCKS, NOT_HELD);
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
    use_mutex(m);
    if (asks_for_owner(m) && !is_robust(m)) {
        unsigned count = relaxed_load(&m->count);
        if (!is_mine(m)) {
            __heddle_fail(HEDDLE_LOCKS, NOT_HELD);
            return E_PERM;
        }
        if (m->kind == KIND_RECURSIVE && count != 0) {
            store_there(&m->count, count - 1);
            return 0;
        }
    }
    __heddle_atomic_begin();
    __heddle_note(HEDDLE_NOTE_UNLOCK, m);
    int result = __heddle_mutex_release(m);
    __heddle_atomic_end();
    return result;
}

void __heddle_mutex_init(struct mutex *m, int kind)
{
    makes(m, sizeof *m);
    __heddle_writes(&m->owner, sizeof m->owner);
    begin_without_barrier();
    store_there(&m->owner, 0);
    store_there(&m->count, 0);
    m->kind = kind;
    if (__heddle_robust)
        m->state = 0;
    end_without_barrier();
}

int __heddle_mutex_destroy(struct mutex *m)
{
    int result = 0;
    MUST_LIVE(&m->owner, "a mutex");
    __heddle_writes(&m->owner, sizeof m->owner);
    begin_without_barrier();
    if (load_there(&m->owner) != 0) {
        __heddle_fail(HEDDLE_LOCKS, "a mutex is destroyed while it is locked");
        result = E_BUSY;
    } else {
        is_destroyed(&m->owner);
    }
    end_without_barrier();
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
