/* pthread_once and call_once: the first caller runs the function, the others wait until it has returned. If the thread ends in it (it is
 * cancelled, or exits), it is as if the function had not been called, as in glibc: that comes behind the cleanup handlers that were registered
 * in the function, and before the others. */
#include "once.h"
#include "weak_memory.h"

MODEL const int __heddle_once_is_left = 0;

enum { NOT_YET, RUNNING, RUN };

struct run { /* of such a function, by this thread */
    int *once;
    const void *handlers; /* that were there before */
    struct run *outer;
};
static _Thread_local struct run *innermost;

void __heddle_once_left(const void *handlers)
{
    if (!__heddle_once_is_left)
        return;
    for (; innermost && innermost->handlers == handlers; innermost = innermost->outer) {
        __heddle_atomic_begin();
        *innermost->once = NOT_YET;
        __heddle_atomic_end();
    }
}

static void run(int *once, void (*function)(void))
{
    struct run r = {once, __heddle_cleanup_handlers, innermost};
    innermost = &r;
    function();
    innermost = r.outer;
}

static void run_once(int *once, void (*function)(void))
{
    if (is_memory_weak() && __atomic_load_n(once, __ATOMIC_ACQUIRE) == RUN)
        return;
    __heddle_atomic_begin();
    int state = *once;
    __heddle_assume(state != RUNNING);
    if (state == NOT_YET)
        *once = RUNNING;
    __heddle_atomic_end();
    if (state != NOT_YET)
        return;
    if (__heddle_once_is_left)
        run(once, function);
    else
        function();
    __heddle_atomic_begin();
    *once = RUN;
    __heddle_atomic_end();
}

MODEL int pthread_once(int *once, void (*function)(void))
{
    run_once(once, function);
    return 0;
}

MODEL void call_once(int *once, void (*function)(void)) { run_once(once, function); }
