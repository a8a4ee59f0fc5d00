/* C11 <threads.h>, on top of the same mutexes and condition variables (in glibc the objects are the same, too). call_once is in
 * once.c, tss_* in keys.c. */
#include "cond.h"
#include "interrupted.h"
#include "threads.h"

enum { SUCCESS, BUSY, ERROR, NO_MEMORY, TIMED_OUT };         /* thrd_... */
enum { TYPE_PLAIN = 0, TYPE_RECURSIVE = 1, TYPE_TIMED = 2 }; /* mtx_... */

MODEL int thrd_create(word *thread, int (*function)(void *), void *argument)
{
    __heddle_takes_id();
    __heddle_writes(thread, sizeof *thread);
    __heddle_atomic_begin();
    *thread = __heddle_create((void *)function, argument);
    __heddle_atomic_end();
    return SUCCESS;
}

MODEL int thrd_join(word thread, int *result)
{
    if (thread == __heddle_self())
        return ERROR;
    if (__heddle_is_detached(thread))
        return ERROR;
    int value = (int)(word)__heddle_join((unsigned)thread);
    __heddle_joined(thread);
    __heddle_gives_id_back();
    if (result)
        *result = value;
    return SUCCESS;
}

extern _Noreturn void pthread_exit(void *result); /* cancel.c */

MODEL _Noreturn void thrd_exit(int result) { pthread_exit((void *)(word)result); }

MODEL word thrd_current(void) { return __heddle_self(); }

MODEL int thrd_equal(word a, word b) { return a == b; }

MODEL int thrd_detach(word thread)
{
    __heddle_detach(thread);
    __heddle_let_go(thread);
    __heddle_gives_id_back();
    return SUCCESS;
}

MODEL void thrd_yield(void) {}

MODEL int thrd_sleep(const struct time *duration, struct time *remaining)
{
    if (__heddle_is_interrupted()) {
        leave_time(remaining);
        return -1;
    }
    return is_time(duration) && duration->seconds >= 0 ? 0 : -2;
}

MODEL int mtx_init(struct mutex *m, int type)
{
    __heddle_mutex_init(m, type & TYPE_RECURSIVE ? KIND_RECURSIVE : KIND_NORMAL);
    return SUCCESS;
}

MODEL void mtx_destroy(struct mutex *m) { __heddle_mutex_destroy(m); }

MODEL int mtx_lock(struct mutex *m) { return __heddle_mutex_lock(m) ? ERROR : SUCCESS; }

/* C17 lets it fail for no reason, so that a failure orders nothing. glibc never does, which matters but for the property race. */
MODEL int mtx_trylock(struct mutex *m)
{
    if (__heddle_races() && __heddle_nondet_bool())
        return BUSY;
    return __heddle_mutex_try(m) ? BUSY : SUCCESS;
}

MODEL int mtx_timedlock(struct mutex *m, const struct time *until)
{
    int result = __heddle_mutex_try_until(m, until);
    return result == 0 ? SUCCESS : result == E_TIMEDOUT ? TIMED_OUT : ERROR;
}

MODEL int mtx_unlock(struct mutex *m) { return __heddle_mutex_unlock(m) ? ERROR : SUCCESS; }

MODEL int cnd_init(struct cond *c)
{
    __heddle_cond_init(c);
    return SUCCESS;
}

MODEL void cnd_destroy(struct cond *c) { __heddle_cond_destroy(c); }

MODEL int cnd_wait(struct cond *c, struct mutex *m) { return __heddle_cond_wait(c, m) ? ERROR : SUCCESS; }

MODEL int cnd_timedwait(struct cond *c, struct mutex *m, const struct time *until)
{
    if (!is_time(until))
        return ERROR;
    return __heddle_cond_wait_until(c, m) ? TIMED_OUT : SUCCESS;
}

MODEL int cnd_signal(struct cond *c)
{
    __heddle_cond_signal(c);
    return SUCCESS;
}

MODEL int cnd_broadcast(struct cond *c)
{
    __heddle_cond_broadcast(c);
    return SUCCESS;
}
