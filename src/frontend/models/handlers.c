/* Signal handlers that are threads (frontend/handlers.c). Which one is installed for a signal is in a variable of that signal. */
#include "errors.h"
#include "heddle.h"
#include "interrupted.h"

typedef void handler(int);

struct signal_action {
    handler *function;
    unsigned mask[32];
    int flags;
    void (*restorer)(void);
};

enum { ACTION_NODEFER = 0x40000000, ACTION_RESETHAND = (int)0x80000000 };

MODEL const int __heddle_handlers = 0;
MODEL const int __heddle_signals_blocked = 0;

void __heddle_judge_handler(handler *h);

static _Bool is_function(handler *h) { return (word)h > 1 && (word)h != (word)-1; }

/* What was there first is up to who started the program. */
static handler *install(handler **installed, handler *h)
{
    if (is_function(h))
        __heddle_judge_handler(h);
    __heddle_atomic_begin();
    handler *before = *installed;
    *installed = h;
    __heddle_atomic_end();
    return before ? before : (handler *)(word)(__heddle_any_u8("whether a signal is ignored at first") & 1);
}

handler *__heddle_signal(handler **installed, handler *h)
{
    if ((word)h == (word)-1) {
        __heddle_failed(E_INVAL);
        return h;
    }
    return install(installed, h);
}

int __heddle_sigaction(handler **installed, const struct signal_action *action, struct signal_action *before)
{
    handler *h = NULL, *old;
    if (action) {
        __heddle_reads(action, sizeof *action);
        h = action->function;
        if (is_function(h) && action->flags & ACTION_NODEFER)
            __heddle_uncovered("a signal handler that may interrupt itself");
        if (is_function(h) && action->flags & ACTION_RESETHAND)
            __heddle_approximate("a signal handler that is called once");
        old = install(installed, h);
    } else {
        __heddle_atomic_begin();
        old = *installed;
        __heddle_atomic_end();
    }
    if (before) {
        __heddle_havoc(before, sizeof *before, "how a signal was handled before", NULL);
        before->function = old;
    }
    return 0;
}

void __heddle_wait_for_handler(handler **installed)
{
    __heddle_atomic_begin();
    __heddle_assume(is_function(*installed));
    __heddle_atomic_end();
}

handler *__heddle_signal_comes(handler **installed)
{
    __heddle_atomic_begin();
    handler *h = *installed;
    __heddle_assume(is_function(h));
    __heddle_interrupts();
    __heddle_atomic_end();
    if (__heddle_signals_blocked)
        __heddle_approximate("which threads block a signal");
    return h;
}

int __heddle_is_interrupted(void)
{
    if (!__heddle_handlers || !__heddle_nondet_bool())
        return 0;
    __heddle_approximate("a signal that ends waiting");
    return 1;
}
