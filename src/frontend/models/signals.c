/* Sets of signals, and threads that wait for them. A set is what glibc uses of it: a bit for each signal. Signals of two numbers are glibc's own.
 * Who blocks which signal is followed where it matters and there is one thread (handlers.c); otherwise a mask that is asked for is any set. */
#include "errors.h"
#include "heddle.h"
#include "masks.h"

typedef struct {
    unsigned words[2];
} signal_set;

enum { SIGNALS = 64, KILL = 9, STOP = 19, OWN_FIRST = 32, OWN_LAST = 33, MOST_WAYS = 2 };

static _Bool is_signal(int number) { return number > 0 && number <= SIGNALS; }

static _Bool is_own(int number) { return number == OWN_FIRST || number == OWN_LAST; }

static int refused(void)
{
    __heddle_failed(E_INVAL);
    return -1;
}

static _Bool has(const signal_set *set, int number)
{
    unsigned k = (unsigned)number - 1;
    return set->words[k / 32] >> k % 32 & 1;
}

MODEL int sigemptyset(signal_set *set)
{
    set->words[0] = set->words[1] = 0;
    return 0;
}

MODEL int sigfillset(signal_set *set)
{
    set->words[0] = ~(1u << (OWN_FIRST - 1));
    set->words[1] = ~(1u << (OWN_LAST - 33));
    return 0;
}

MODEL int sigaddset(signal_set *set, int number)
{
    if (!is_signal(number) || is_own(number))
        return refused();
    unsigned k = (unsigned)number - 1;
    set->words[k / 32] |= 1u << k % 32;
    return 0;
}

MODEL int sigdelset(signal_set *set, int number)
{
    if (!is_signal(number) || is_own(number))
        return refused();
    unsigned k = (unsigned)number - 1;
    set->words[k / 32] &= ~(1u << k % 32);
    return 0;
}

MODEL int sigismember(const signal_set *set, int number) { return is_signal(number) ? has(set, number) : refused(); }

/* Any of them comes, sooner or later; or none ever does, and it waits. Which one it is is decided in one step, when the set has been read: nobody waits for a signal that was chosen
 * before and is none of them. */
MODEL int sigwait(const signal_set *set, int *number)
{
    unsigned long long all = set->words[0] | (unsigned long long)set->words[1] << 32;
    __heddle_atomic_begin();
    int comes = (int)__heddle_nondet_u32();
    unsigned k = (unsigned)comes - 1, there = (unsigned)(all >> (k & 63)) & 1;
    __heddle_assume((k < SIGNALS) & (comes != OWN_FIRST) & (comes != OWN_LAST) & (comes != KILL) & (comes != STOP) & there);
    __heddle_atomic_end();
    *number = comes;
    return 0;
}

static _Bool change_mask(int how, const signal_set *set, signal_set *before)
{
    if (set && (unsigned)how > MOST_WAYS)
        return 0;
    if (__heddle_masks == MASKS_FOLLOWED) {
        unsigned long long all = set ? set->words[0] | (unsigned long long)set->words[1] << 32 : 0;
        unsigned long long old = __heddle_block(set ? (enum mask_change)how : MASK_SAME, all);
        if (before)
            *before = (signal_set){{(unsigned)old, (unsigned)(old >> 32)}};
        return 1;
    }
    if (set)
        __heddle_reads(set, sizeof *set);
    if (before) {
        before->words[0] = __heddle_any_u32("which signals are blocked");
        before->words[1] = __heddle_any_u32("which signals are blocked");
    }
    return 1;
}

MODEL int pthread_sigmask(int how, const signal_set *set, signal_set *before)
{
    return change_mask(how, set, before) ? 0 : E_INVAL;
}

MODEL int sigprocmask(int how, const signal_set *set, signal_set *before) { return change_mask(how, set, before) ? 0 : refused(); }
