/* Timers that the program creates. What comes when the time is over is a signal (alarms.c), or a call of a function, each time in a thread of its own: that thread begins at any moment after the timer was set and
 * before it is set otherwise or deleted; once, or any number of times if there is an interval. */
#include "alarms.h"
#include "errors.h"
#include "time.h"

extern const int __heddle_condvars_signalled; /* see cond.h */

struct timer {
    struct notification what;
    _Bool runs, again;
};

struct setting { /* struct itimerspec */
    struct time interval, first;
};

static void *expire(void *p)
{
    struct timer *t = p;
    t->what.function(t->what.value);
    return NULL;
}

/* A thread of the C library's own. */
static void *watch(void *p)
{
    struct timer *t = p;
    for (;;) {
        __heddle_atomic_begin();
        __heddle_assume(t->runs);
        t->runs = t->again;
        __heddle_create((void *)expire, t);
        __heddle_atomic_end();
    }
}

/* Also where it is asked for that property whether this is reached. */
static _Bool asks_who_is_stuck(void) { return __heddle_condvars_signalled == 2 || __heddle_asks_for_uncovered(); }

MODEL int timer_create(int clock, const struct notification *n, struct timer **id)
{
    (void)clock;
    if (__heddle_nondet_bool())
        return __heddle_fails();
    struct timer *t = __heddle_alloc_own(sizeof *t);
    t->runs = t->again = 0;
    t->what.how = n ? n->how : 0;
    if (n && n->how == BY_THREAD) {
        t->what = *n;
        if (asks_who_is_stuck()) /* nobody waits for the time */
            __heddle_uncovered("a thread that a timer starts");
        if (!asks_who_is_stuck() || __heddle_asks_for_uncovered())
            __heddle_create((void *)watch, t);
    }
    *id = t;
    return 0;
}

MODEL int timer_settime(struct timer *t, int flags, const struct setting *now, struct setting *before)
{
    (void)flags;
    __heddle_reads(now, sizeof *now);
    if (!is_time(&now->first) || !is_time(&now->interval))
        return __heddle_failed(E_INVAL);
    _Bool runs = (now->first.seconds | now->first.fraction) != 0, again = (now->interval.seconds | now->interval.fraction) != 0;
    if (before) {
        __heddle_writes(before, sizeof *before);
        __heddle_havoc(before, sizeof *before, "what is left of a timer", NULL);
    }
    if (t->what.how != BY_THREAD) {
        if (runs && t->what.how != BY_NOTHING)
            __heddle_signal_will_come();
        return EITHER("whether 'timer_settime' fails", 0);
    }
    __heddle_atomic_begin();
    t->runs = runs;
    t->again = again;
    __heddle_atomic_end();
    return 0;
}

MODEL int timer_delete(struct timer *t)
{
    __heddle_atomic_begin();
    t->runs = 0;
    __heddle_atomic_end();
    return 0;
}
