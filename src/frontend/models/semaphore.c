/* POSIX semaphores without a name. */
#include "semaphore.h"
#include "interrupted.h"
#include "mutex.h"
#include "weak_memory.h"

extern const int __heddle_condvars_signalled; /* see cond.h */

static void use_semaphore(const struct semaphore *s)
{
    __heddle_initialised(s->rest, sizeof s->rest, "a semaphore");
    MUST_LIVE(&s->value, "a semaphore");
}

MODEL int sem_init(struct semaphore *s, int shared, unsigned value)
{
    (void)shared;
    if (value > SEM_VALUE_MAX)
        return __heddle_failed(E_INVAL);
    __heddle_initialises(s->rest, sizeof s->rest);
    makes(s, sizeof *s);
    __heddle_writes(&s->value, sizeof s->value);
    begin_without_barrier();
    store_there(&s->value, value);
    end_without_barrier();
    return 0;
}

MODEL int sem_destroy(struct semaphore *s)
{
    MUST_LIVE(&s->value, "a semaphore");
    __heddle_writes(&s->value, sizeof s->value);
    is_destroyed(&s->value);
    return 0;
}

MODEL int sem_wait(struct semaphore *s)
{
    use_semaphore(s);
    if (__heddle_handlers && __heddle_condvars_signalled == 2) { /* for deadlock: it depends on how the handler was installed */
        __heddle_uncovered("waiting for a semaphore that a signal handler may end");
        __heddle_approximate("waiting for a semaphore that a signal handler may end");
    }
    if (__heddle_is_interrupted())
        return __heddle_failed(E_INTR);
    __heddle_atomic_begin();
    __heddle_assume(s->value > 0);
    s->value--;
    __heddle_atomic_end();
    return 0;
}

/* An attempt that waits for a while is the same as one that does not: waiting is being scheduled later. */
static int try_down(struct semaphore *s, int if_zero)
{
    use_semaphore(s);
    if (__heddle_weaker_orders && relaxed_load(&s->value) == 0)
        return __heddle_failed(if_zero);
    __heddle_atomic_begin();
    _Bool down = s->value > 0;
    if (down)
        s->value--;
    __heddle_atomic_end();
    return down ? 0 : __heddle_failed(if_zero);
}

/* The others, which wait for a while, say so in the semaphore before. */
MODEL int sem_trywait(struct semaphore *s)
{
    if (__heddle_store_buffers && relaxed_load(&s->value) == 0)
        return __heddle_failed(E_AGAIN);
    return try_down(s, E_AGAIN);
}

MODEL int sem_timedwait(struct semaphore *s, const struct time *until)
{
    if (__heddle_is_interrupted())
        return __heddle_failed(E_INTR);
    return is_time(until) ? try_down(s, E_TIMEDOUT) : __heddle_failed(E_INVAL);
}

MODEL int sem_clockwait(struct semaphore *s, int clock, const struct time *until)
{
    if (__heddle_is_interrupted())
        return __heddle_failed(E_INTR);
    return is_waiting_clock(clock) && is_time(until) ? try_down(s, E_TIMEDOUT) : __heddle_failed(E_INVAL);
}

MODEL int sem_post(struct semaphore *s)
{
    use_semaphore(s);
    __heddle_atomic_begin();
    _Bool full = s->value == SEM_VALUE_MAX;
    if (!full)
        s->value++;
    __heddle_atomic_end();
    return full ? __heddle_failed(E_OVERFLOW) : 0;
}

MODEL int sem_getvalue(struct semaphore *s, int *value)
{
    unsigned now;
    MUST_LIVE(&s->value, "a semaphore");
    if (is_memory_weak()) {
        now = relaxed_load(&s->value);
    } else {
        __heddle_atomic_begin();
        now = s->value;
        __heddle_atomic_end();
    }
    *value = (int)now;
    return 0;
}
