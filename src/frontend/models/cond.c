/* Condition variables. A wait enters the wait set and releases the mutex in one step; a signal takes one thread out of it
 * that waits at that time (which one is arbitrary), a broadcast all; whoever is out goes on and takes the mutex again. POSIX
 * allows spurious wake-ups: then a thread may go on at any time, so nothing depends on the wait set or on signals, and by
 * default there is none: waiting is to release the mutex and to take it again later. Without spurious wake-ups
 * (--condvars=signalled, and the property deadlock: nobody may rely on one) the wait set is kept in the user's object. */
#include "cond.h"
#include "errors.h"
#include "time.h"

#include "cancel.h"
#include "weak_memory.h"

MODEL const int __heddle_condvars_signalled = 0;

void __heddle_cond_init(struct cond *c)
{
    __heddle_initialises(c->rest, sizeof c->rest);
    __heddle_writes(c, sizeof *c);
    if (!__heddle_condvars_signalled && !__heddle_destroyed)
        return;
    begin_without_barrier();
    if (__heddle_destroyed)
        store_there(&c->gone, 0);
    if (__heddle_condvars_signalled)
        c->waiting = 0;
    end_without_barrier();
}

/* It must be there, also where the wait set is not. */
static void use_cond(const struct cond *c)
{
    __heddle_initialised(c->rest, sizeof c->rest, "a condition variable");
    __heddle_reads(c, sizeof *c);
    MUST_LIVE(&c->gone, "a condition variable");
}

/* Those who were woken may still be on their way out of the wait set: they do not count as users. */
void __heddle_cond_destroy(struct cond *c)
{
    MUST_LIVE(&c->gone, "a condition variable");
    if (!__heddle_condvars_signalled)
        __heddle_writes(c, sizeof *c);
    is_destroyed(&c->gone);
}

static unsigned long long own_bit(void) { return 1ULL << (__heddle_self() & (COND_THREADS - 1)); }

/* Whether the thread has a place in wait sets. One that has none (of any number of threads) may go on at any time, signalled
 * or not. */
static _Bool has_place(void)
{
    if (!__heddle_condvars_signalled)
        return 0;
    if (__heddle_self() < COND_THREADS)
        return 1;
    if (__heddle_condvars_signalled == 2)
        __heddle_unsupported("waiting for a signal by any number of threads");
    __heddle_approximate("waiting for a signal by any number of threads");
    return 0;
}

/* Releases m and begins to wait, in one step. */
static int begin_wait(struct cond *c, struct mutex *m, _Bool place)
{
    __heddle_atomic_begin();
    __heddle_note(HEDDLE_NOTE_WAIT, m);
    int result = __heddle_mutex_release(m);
    if (place && result == 0)
        c->waiting |= own_bit();
    __heddle_atomic_end();
    return result;
}

/* A request to end takes a thread out of the set; one that a signal has taken out goes on, or else the signal would be lost. */
static _Bool wait_for_signal(struct cond *c)
{
    __heddle_atomic_begin();
    _Bool waits = (c->waiting & own_bit()) != 0, ended = __heddle_cancels && waits && __heddle_cancel_ends_wait();
    if (ended)
        c->waiting &= ~own_bit();
    else
        __heddle_assume(!waits);
    __heddle_atomic_end();
    return ended;
}

int __heddle_cond_wait(struct cond *c, struct mutex *m)
{
    use_cond(c);
    use_mutex(m);
    _Bool place = has_place();
    int result = begin_wait(c, m, place);
    if (result != 0)
        return result;
    _Bool ended = place && wait_for_signal(c);
    result = __heddle_mutex_lock(m);
    if (ended)
        __heddle_cancel_act();
    return result;
}

/* Time is up whenever the thread is scheduled and nobody has woken it. */
int __heddle_cond_wait_until(struct cond *c, struct mutex *m)
{
    use_cond(c);
    use_mutex(m);
    _Bool place = has_place(), late, ended = 0;
    int result = begin_wait(c, m, place);
    if (result != 0)
        return result;
    if (place) {
        __heddle_atomic_begin();
        late = (c->waiting & own_bit()) != 0;
        c->waiting &= ~own_bit();
        ended = __heddle_cancels && late && __heddle_cancel_ends_wait();
        __heddle_atomic_end();
    } else {
        late = __heddle_nondet_bool();
    }
    result = __heddle_mutex_lock(m);
    if (ended)
        __heddle_cancel_act();
    return result == 0 && late ? E_TIMEDOUT : result;
}

/* A member of the set that has at least two: the first one from any place on, round and round. */
static unsigned long long any_member(unsigned long long set)
{
    unsigned from = __heddle_nondet_u8() & (COND_THREADS - 1), back = (COND_THREADS - from) & (COND_THREADS - 1);
    unsigned long long turned = set >> from | set << back, first = turned & -turned;
    return first << from | first >> back;
}

/* Nobody is told if nobody seems to wait: glibc looks at that without a barrier. */
static _Bool is_idle(const struct cond *c)
{
    typedef unsigned long long aligned __attribute__((aligned(8))); /* one step, also with 32 bits */
    const void *waiting = &c->waiting;
    if (!__heddle_condvars_signalled)
        return __heddle_store_buffers;
    return is_memory_weak() && __atomic_load_n((const aligned *)waiting, __ATOMIC_RELAXED) == 0;
}

void __heddle_cond_signal(struct cond *c)
{
    use_cond(c);
    if (is_idle(c))
        return;
    __heddle_atomic_begin();
    __heddle_note(HEDDLE_NOTE_SIGNAL, c);
    if (__heddle_condvars_signalled) {
        unsigned long long waiting = c->waiting, without_first = waiting & (waiting - 1);
        if (without_first == 0)
            c->waiting = 0;
        else
            c->waiting = waiting & ~any_member(waiting);
    }
    __heddle_atomic_end();
}

void __heddle_cond_broadcast(struct cond *c)
{
    use_cond(c);
    if (is_idle(c))
        return;
    __heddle_atomic_begin();
    __heddle_note(HEDDLE_NOTE_SIGNAL, c);
    if (__heddle_condvars_signalled)
        c->waiting = 0;
    __heddle_atomic_end();
}

MODEL int pthread_cond_init(struct cond *c, const void *attributes)
{
    (void)attributes;
    __heddle_cond_init(c);
    return 0;
}

MODEL int pthread_cond_destroy(struct cond *c)
{
    __heddle_cond_destroy(c);
    return 0;
}

MODEL int pthread_cond_wait(struct cond *c, struct mutex *m) { return __heddle_cond_wait(c, m); }

MODEL int pthread_cond_timedwait(struct cond *c, struct mutex *m, const struct time *until)
{
    return is_time(until) ? __heddle_cond_wait_until(c, m) : E_INVAL;
}

MODEL int pthread_cond_clockwait(struct cond *c, struct mutex *m, int clock, const struct time *until)
{
    return is_time(until) && is_waiting_clock(clock) ? __heddle_cond_wait_until(c, m) : E_INVAL;
}

MODEL int pthread_cond_signal(struct cond *c)
{
    __heddle_cond_signal(c);
    return 0;
}

MODEL int pthread_cond_broadcast(struct cond *c)
{
    __heddle_cond_broadcast(c);
    return 0;
}

MODEL int pthread_condattr_init(int *a)
{
    __heddle_writes(a, sizeof *a);
    return 0;
}

MODEL int pthread_condattr_destroy(int *a)
{
    __heddle_writes(a, sizeof *a);
    return 0;
}

MODEL int pthread_condattr_setclock(int *a, int clock)
{
    (void)clock;
    __heddle_writes(a, sizeof *a);
    return 0;
}

MODEL int pthread_condattr_setpshared(int *a, int shared)
{
    (void)shared;
    __heddle_writes(a, sizeof *a);
    return 0;
}
