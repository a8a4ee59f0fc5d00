/* Signal handlers that are threads (frontend/handlers.c). Which one is installed for a signal is in a variable of that signal. */
#include "errors.h"
#include "heddle.h"
#include "interrupted.h"
#include "masks.h"

typedef void handler(int);

struct signal_action {
    handler *function;
    unsigned mask[32];
    int flags;
    void (*restorer)(void);
};

enum { ACTION_NODEFER = 0x40000000, ACTION_RESETHAND = (int)0x80000000 };

MODEL const int __heddle_handlers = 0;
MODEL const int __heddle_masks = 0;

struct installed { /* for a signal; as in frontend/handlers.c */
    handler *function;
    int blocks; /* other signals, while it runs */
    int raised; /* it runs in a call of raise, which blocks the signal */
};

void __heddle_judge_handler(handler *h);

static _Bool is_function(handler *h) { return (word)h > 1 && (word)h != (word)-1; }

/* What was there first is up to who started the program. */
static handler *install(struct installed *installed, handler *h, int blocks)
{
    if (is_function(h))
        __heddle_judge_handler(h);
    __heddle_atomic_begin();
    handler *before = installed->function;
    installed->function = h;
    installed->blocks = blocks;
    __heddle_atomic_end();
    return before ? before : (handler *)(word)(__heddle_any_u8("whether a signal is ignored at first") & 1);
}

handler *__heddle_signal(struct installed *installed, handler *h)
{
    if ((word)h == (word)-1) {
        __heddle_failed(E_INVAL);
        return h;
    }
    return install(installed, h, 0);
}

int __heddle_sigaction(struct installed *installed, const struct signal_action *action, struct signal_action *before)
{
    handler *h = NULL, *old;
    if (action) {
        __heddle_reads(action, sizeof *action);
        h = action->function;
        if (is_function(h) && action->flags & ACTION_NODEFER)
            __heddle_uncovered("a signal handler that may interrupt itself");
        if (is_function(h) && action->flags & ACTION_RESETHAND)
            __heddle_approximate("a signal handler that is called once");
        old = install(installed, h, (action->mask[0] | action->mask[1]) != 0);
    } else {
        __heddle_atomic_begin();
        old = installed->function;
        __heddle_atomic_end();
    }
    if (before) {
        __heddle_havoc(before, sizeof *before, "how a signal was handled before", NULL);
        before->function = old;
    }
    return 0;
}

void __heddle_wait_for_handler(const struct installed *installed)
{
    __heddle_atomic_begin();
    __heddle_assume(is_function(installed->function));
    __heddle_atomic_end();
}

/* What the only thread blocks. It begins with what is up to who started the program, and that is found out when the program first changes it: none of the signals that have come. */
static unsigned long long blocked, came;
static _Bool is_known;

unsigned long long __heddle_block(enum mask_change how, unsigned long long set)
{
    __heddle_atomic_begin();
    if (!is_known)
        blocked = __heddle_nondet_u64() & ~came & ~(unsigned long long)NEVER_BLOCKED;
    is_known = 1;
    unsigned long long before = blocked;
    set &= ~(unsigned long long)NEVER_BLOCKED;
    blocked = how == MASK_BLOCK ? before | set : how == MASK_UNBLOCK ? before & ~set : how == MASK_SET ? set : before;
    __heddle_atomic_end();
    return before;
}

static void comes_unblocked(int number)
{
    unsigned long long bit = 1ull << (number - 1);
    __heddle_assume(!(blocked & bit));
    came |= bit;
}

/* The only thread raises a signal: what is to be called. */
handler *__heddle_raise(struct installed *installed, int number)
{
    __heddle_atomic_begin();
    handler *h = installed->function;
    _Bool waits = installed->raised;
    if (__heddle_masks == MASKS_FOLLOWED) {
        waits |= is_known && blocked >> (number - 1) & 1;
        came |= is_known ? 0 : 1ull << (number - 1);
    }
    installed->raised = 1;
    __heddle_atomic_end();
    if (waits)
        __heddle_unsupported("raise of a signal that is blocked");
    if (installed->blocks && is_function(h))
        __heddle_approximate("raise, with a handler that blocks other signals");
    return h;
}

/* One of several threads does, none of which blocks signals: others may run the handler at the same time. */
handler *__heddle_raise_beside(const struct installed *installed, int number)
{
    (void)number;
    __heddle_atomic_begin();
    handler *h = installed->function;
    __heddle_atomic_end();
    if (installed->blocks && is_function(h))
        __heddle_approximate("raise, with a handler that blocks other signals");
    return h;
}

void __heddle_raised(struct installed *installed)
{
    __heddle_atomic_begin();
    installed->raised = 0;
    __heddle_atomic_end();
}

/* It is ignored, or what is done without a handler is done: most end the program; of the others it is not known here. */
void __heddle_raise_unhandled(handler *h, int number)
{
    enum { HANGUP = 1, INTERRUPT = 2, USER = 10, USER_TOO = 12, ALARM = 14, TERMINATE = 15 };
    _Bool ends =
        number == HANGUP || number == INTERRUPT || number == USER || number == USER_TOO || number == ALARM || number == TERMINATE;
    if ((word)h == 1)
        return;
    if (h || !ends)
        __heddle_unsupported("raise of a signal without a handler");
    if (__heddle_any_u8("whether a signal is ignored at first") & 1)
        return;
    __heddle_halt();
}

handler *__heddle_signal_comes(const struct installed *installed, int number)
{
    __heddle_atomic_begin();
    handler *h = installed->function;
    __heddle_assume(is_function(h) && !installed->raised);
    if (__heddle_masks == MASKS_FOLLOWED)
        comes_unblocked(number);
    if (installed->blocks)
        __heddle_interrupts_blocking();
    else
        __heddle_interrupts();
    __heddle_atomic_end();
    if (__heddle_masks == MASKS_ANY)
        __heddle_approximate("which threads block a signal");
    return h;
}

/* The same for the property deadlock: null if there is none. */
handler *__heddle_signal_may_come(const struct installed *installed, int number)
{
    (void)number;
    __heddle_atomic_begin();
    handler *h = installed->function;
    if (!is_function(h))
        h = NULL;
    else if (installed->blocks)
        __heddle_interrupts_blocking();
    else
        __heddle_interrupts();
    __heddle_atomic_end();
    return h;
}

int __heddle_is_interrupted(void)
{
    if (!__heddle_handlers || !__heddle_nondet_bool())
        return 0;
    __heddle_approximate("a signal that ends waiting");
    return 1;
}
