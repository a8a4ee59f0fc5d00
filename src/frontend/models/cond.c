/* Condition variables. POSIX allows spurious wake-ups, so by default waiting is: release the mutex, take it again later; signals
 * have no effect. With --condvars=signalled going on needs a signal or broadcast that came after the wait began: two
 * counters; which of the threads that wait is woken is arbitrary (one that began to wait later may take the wake-up). */
#include "cond.h"

MODEL const int __heddle_condvars_signalled = 0;

void __heddle_cond_init(struct cond *c)
{
    if (!__heddle_condvars_signalled)
        return;
    __heddle_atomic_begin();
    c->waiting = 0;
    c->woken = 0;
    __heddle_atomic_end();
}

/* Releases m and begins to wait, in one step. */
static int begin_wait(struct cond *c, struct mutex *m)
{
    __heddle_atomic_begin();
    __heddle_note(HEDDLE_NOTE_WAIT, m);
    int result = __heddle_mutex_release(m);
    if (__heddle_condvars_signalled && result == 0)
        c->waiting++;
    __heddle_atomic_end();
    return result;
}

static void end_wait(struct cond *c)
{
    __heddle_atomic_begin();
    __heddle_assume(c->woken > 0);
    c->woken--;
    __heddle_atomic_end();
}

static void give_up(struct cond *c)
{
    __heddle_atomic_begin();
    if (c->waiting > 0)
        c->waiting--;
    else
        c->woken--;
    __heddle_atomic_end();
}

int __heddle_cond_wait(struct cond *c, struct mutex *m)
{
    int result = begin_wait(c, m);
    if (result != 0)
        return result;
    if (__heddle_condvars_signalled)
        end_wait(c);
    return __heddle_mutex_lock(m);
}

int __heddle_cond_wait_until(struct cond *c, struct mutex *m)
{
    int result = begin_wait(c, m);
    if (result != 0)
        return result;
    _Bool late = __heddle_nondet_bool();
    if (__heddle_condvars_signalled) {
        if (late)
            give_up(c);
        else
            end_wait(c);
    }
    result = __heddle_mutex_lock(m);
    return late ? E_TIMEDOUT : result;
}

void __heddle_cond_signal(struct cond *c)
{
    __heddle_atomic_begin();
    __heddle_note(HEDDLE_NOTE_SIGNAL, c);
    if (__heddle_condvars_signalled && c->waiting > 0) {
        c->waiting--;
        c->woken++;
    }
    __heddle_atomic_end();
}

void __heddle_cond_broadcast(struct cond *c)
{
    __heddle_atomic_begin();
    __heddle_note(HEDDLE_NOTE_SIGNAL, c);
    if (__heddle_condvars_signalled) {
        c->woken += c->waiting;
        c->waiting = 0;
    }
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
    (void)c;
    return 0;
}

MODEL int pthread_cond_wait(struct cond *c, struct mutex *m) { return __heddle_cond_wait(c, m); }

MODEL int pthread_cond_timedwait(struct cond *c, struct mutex *m, const void *until)
{
    (void)until;
    return __heddle_cond_wait_until(c, m);
}

MODEL int pthread_cond_clockwait(struct cond *c, struct mutex *m, int clock, const void *until)
{
    (void)clock, (void)until;
    return __heddle_cond_wait_until(c, m);
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
    (void)a;
    return 0;
}

MODEL int pthread_condattr_destroy(int *a)
{
    (void)a;
    return 0;
}

MODEL int pthread_condattr_setclock(int *a, int clock)
{
    (void)a, (void)clock;
    return 0;
}

MODEL int pthread_condattr_setpshared(int *a, int shared)
{
    (void)a, (void)shared;
    return 0;
}
