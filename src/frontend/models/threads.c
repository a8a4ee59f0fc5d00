/* POSIX threads: creation, end, joining, identity. A pthread_t is the thread's id. Creation never fails. */
#include "errors.h"
#include "heddle.h"

extern _Thread_local unsigned __heddle_cleanup_handlers; /* see jumps.c */
extern void __heddle_thread_ends(void);                  /* see keys.c */
extern void __heddle_leaves(void);                       /* see process.c */

/* The id is stored by a plain write, and is there before anybody, the new thread included, can look. */
MODEL int pthread_create(word *thread, const void *attributes, void *(*function)(void *), void *argument)
{
    (void)attributes;
    __heddle_writes(thread, sizeof *thread);
    __heddle_atomic_begin();
    *thread = __heddle_create((void *)function, argument);
    __heddle_atomic_end();
    return 0;
}

MODEL int pthread_join(word thread, void **result)
{
    if (thread == __heddle_self())
        return E_DEADLK;
    void *value = __heddle_join((unsigned)thread);
    if (result)
        *result = value;
    return 0;
}

/* Whether another thread has ended is seen only by joining it, so its end may always be a moment away. */
static int try_join(word thread, void **result, int otherwise)
{
    _Bool ended = 0;
    void *value = NULL;
    if (thread == __heddle_self())
        return E_DEADLK;
    __heddle_atomic_begin();
    if (__heddle_nondet_bool()) {
        value = __heddle_join((unsigned)thread);
        ended = 1;
    }
    __heddle_atomic_end();
    if (ended && result)
        *result = value;
    return ended ? 0 : otherwise;
}

MODEL int pthread_tryjoin_np(word thread, void **result) { return try_join(thread, result, E_BUSY); }

MODEL int pthread_timedjoin_np(word thread, void **result, const void *until)
{
    if (!until)
        return pthread_join(thread, result);
    return try_join(thread, result, E_TIMEDOUT);
}

MODEL _Noreturn void pthread_exit(void *result)
{
    if (__heddle_cleanup_handlers != 0)
        __heddle_unsupported("pthread_exit inside pthread_cleanup_push");
    __heddle_thread_ends();
    __heddle_leaves();
    __heddle_exit(result);
}

MODEL word pthread_self(void) { return __heddle_self(); }

MODEL int pthread_equal(word a, word b) { return a == b; }

MODEL int pthread_detach(word thread)
{
    (void)thread;
    return 0;
}

MODEL int pthread_cancel(word thread)
{
    (void)thread;
    __heddle_unsupported("pthread_cancel");
}

MODEL int pthread_kill(word thread, int signal)
{
    (void)thread;
    if (signal != 0)
        __heddle_unsupported("pthread_kill");
    return 0;
}

/* Threads are never cancelled, so the state is only remembered. */
static _Thread_local int cancel_state, cancel_type;

MODEL int pthread_setcancelstate(int state, int *old)
{
    if (state != 0 && state != 1)
        return E_INVAL;
    if (old)
        *old = cancel_state;
    cancel_state = state;
    return 0;
}

MODEL int pthread_setcanceltype(int type, int *old)
{
    if (type != 0 && type != 1)
        return E_INVAL;
    if (old)
        *old = cancel_type;
    cancel_type = type;
    return 0;
}

MODEL void pthread_testcancel(void) {}
