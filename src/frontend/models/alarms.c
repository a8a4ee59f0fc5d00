/* Signals that the program has sent to itself later, by timers. A handler may run at any time anyway (handlers.c); without one, most of them end the program, which matters for
 * deadlocks alone: nobody is stuck for ever then. */
#include "alarms.h"

extern const int __heddle_condvars_signalled; /* see cond.h */

void __heddle_signal_will_come(void)
{
    if (__heddle_condvars_signalled == 2) {
        __heddle_uncovered("a signal that comes later");
        __heddle_approximate("a signal that comes later, which may end the program");
    }
}

MODEL unsigned alarm(unsigned seconds)
{
    if (seconds)
        __heddle_signal_will_come();
    return __heddle_any_u32("how long an alarm was away");
}

MODEL unsigned ualarm(unsigned first, unsigned again)
{
    (void)again;
    return alarm(first);
}

/* For functions without a model: whoever is given one calls its function in a thread, sends a signal, or does nothing. Null: a signal. */
void __heddle_library_notifies(const struct notification *n, const char *what)
{
    int how = n ? n->how : 0;
    if (how == BY_THREAD)
        __heddle_uncovered(what);
    else if (how != BY_NOTHING)
        __heddle_signal_will_come();
}

struct interval { /* struct itimerval */
    long again[2], first[2];
};

MODEL int setitimer(int which, const struct interval *now, struct interval *before)
{
    (void)which;
    if (now && (now->first[0] | now->first[1]))
        __heddle_signal_will_come();
    if (now)
        __heddle_reads(now, sizeof *now);
    if (before) {
        __heddle_writes(before, sizeof *before);
        __heddle_havoc(before, sizeof *before, "what is left of a timer", NULL);
    }
    return EITHER("whether 'setitimer' fails", 0);
}
