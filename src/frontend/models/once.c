/* pthread_once and call_once: the first caller runs the function, the others wait until it has returned. */
#include "weak_memory.h"

enum { NOT_YET, RUNNING, RUN };

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
