/* Cancelled threads, and the handlers of pthread_cleanup_push. A request is a flag of the thread, which acts on it at the next point of
 * cancellation: cancellation.c calls __heddle_cancel_point before the functions that are points, __heddle_cancel_maybe before those that POSIX
 * leaves open, and waits that a request ends are functions of their own here. Where nobody calls pthread_cancel all of it goes.
 *
 * Cleanup handlers are made of setjmp in glibc's C headers: registering links the buffer into a list, and the end of the thread jumps to
 * each of them, the last one first. */
#include "cancel.h"
#include "errors.h"
#include "mutex.h"
#include "once.h"
#include "semaphore.h"
#include "threads.h"
#include "weak_memory.h"

#define NO_CANCEL "pthread_cancel"
enum { CANCELLED_THREADS = 64, ENABLED = 0, DISABLED = 1, DEFERRED = 0, ASYNCHRONOUS = 1 };
#define PTHREAD_CANCELED ((void *)-1)

MODEL const int __heddle_cancels = 0;
extern const int __heddle_condvars_signalled; /* see cond.h */
extern const int __heddle_endings_known;      /* see keys.c */
extern void __heddle_thread_ends(void);       /* see keys.c */
extern void __heddle_leaves(void);            /* see process.c */

static _Bool requested[CANCELLED_THREADS], asynchronous[CANCELLED_THREADS];
static _Thread_local int cancel_state, cancel_type;

struct buffer { /* glibc's __pthread_unwind_buf_t; what setjmp leaves lies at its beginning */
    long registers[__SIZEOF_POINTER__ == 4 ? 6 : 8];
    int mask;
    struct buffer *previous;
    void *rest[3];
};
_Static_assert(sizeof(struct buffer) == (__SIZEOF_POINTER__ == 4 ? 44 : 104), "size of glibc's __pthread_unwind_buf_t");

_Thread_local struct buffer *__heddle_cleanup_handlers; /* in force in this thread */
static _Thread_local void *exit_result;

void __heddle_cancel_handler(void)
{
    if (cancel_type == ASYNCHRONOUS)
        __heddle_unsupported("a cleanup handler of a thread that may be cancelled at any time");
}

MODEL void __pthread_register_cancel(struct buffer *b)
{
    __heddle_cancel_handler();
    b->previous = __heddle_cleanup_handlers;
    __heddle_cleanup_handlers = b;
}

MODEL void __pthread_unregister_cancel(struct buffer *b) { __heddle_cleanup_handlers = b->previous; }

/* Goes to the last handler that was registered, if there is one. Calls of this go where there are no handlers (cancellation.c). */
void __heddle_unwind(void *result)
{
    exit_result = result;
    if (__heddle_cleanup_handlers)
        __heddle_jump_to_handler(__heddle_cleanup_handlers, 1);
}

static _Noreturn void end(void *result)
{
    __heddle_thread_ends();
    __heddle_leaves();
    __heddle_exit(result);
}

MODEL _Noreturn void __pthread_unwind_next(struct buffer *b)
{
    __heddle_cleanup_handlers = b->previous;
    __heddle_once_left(__heddle_cleanup_handlers);
    __heddle_unwind(exit_result);
    end(exit_result);
}

MODEL _Noreturn void pthread_exit(void *result)
{
    __heddle_once_left(__heddle_cleanup_handlers);
    __heddle_unwind(result);
    end(result);
}

MODEL int pthread_cancel(word thread)
{
    if (!__heddle_cancels)
        __heddle_unsupported(NO_CANCEL);
    if (thread >= CANCELLED_THREADS)
        __heddle_unsupported("limit: " NO_CANCEL " of one of more than 63 threads");
    __heddle_means(thread);
    __heddle_atomic_begin();
    requested[thread] = 1;
    __heddle_atomic_end();
    return 0;
}

static _Bool is_requested(void)
{
    unsigned self = __heddle_self();
    if (cancel_state != ENABLED || self >= CANCELLED_THREADS)
        return 0;
    begin_without_barrier();
    _Bool is = __heddle_store_buffers ? __atomic_load_n(&requested[self], __ATOMIC_RELAXED) : requested[self];
    end_without_barrier();
    return is;
}

_Noreturn void __heddle_cancel_act(void)
{
    cancel_state = DISABLED;
    pthread_exit(PTHREAD_CANCELED);
}

_Bool __heddle_cancel_ends_wait(void)
{
    unsigned self = __heddle_self();
    if (cancel_state != ENABLED || self >= CANCELLED_THREADS || !__heddle_nondet_bool())
        return 0;
    __heddle_assume(requested[self]);
    return 1;
}

void __heddle_cancel_point(void)
{
    if (is_requested())
        __heddle_cancel_act();
}

void __heddle_cancel_maybe(void)
{
    if (is_requested() && __heddle_nondet_bool()) {
        __heddle_approximate("whether a function is a point of cancellation");
        __heddle_cancel_act();
    }
}

MODEL void pthread_testcancel(void) { __heddle_cancel_point(); }

/* Whoever waits goes on if what it waits for is there, or if it is to end. */
int __heddle_join_or_cancel(word thread, void **result)
{
    _Bool ended = 0, stopped = 0;
    void *value = PTHREAD_CANCELED;
    unsigned self = __heddle_self();
    if (thread == self)
        return E_DEADLK;
    if (__heddle_is_detached(thread))
        return E_INVAL;
    __heddle_atomic_begin();
    if (__heddle_cancel_ends_wait()) {
        ended = 1;
    } else if (thread < CANCELLED_THREADS && __heddle_nondet_bool()) {
        __heddle_assume(requested[thread] && asynchronous[thread]);
        stopped = 1;
    } else {
        value = __heddle_join((unsigned)thread);
    }
    __heddle_atomic_end();
    if (ended)
        __heddle_cancel_act();
    else
        __heddle_joined(thread);
    if (stopped) /* it stands still wherever it was; here it may go on, which is more */
        __heddle_approximate("where a thread stops that may be cancelled at any time");
    if (result)
        *result = value;
    return 0;
}

int __heddle_sem_wait_or_cancel(struct semaphore *s)
{
    __heddle_atomic_begin();
    _Bool ended = __heddle_cancel_ends_wait();
    if (!ended) {
        __heddle_assume(s->value > 0);
        s->value--;
    }
    __heddle_atomic_end();
    if (ended)
        __heddle_cancel_act();
    return 0;
}

/* Behind a wait for a signal: it has been woken by the request and has taken the mutex again, or somebody had woken it before. Where signals are
 * needed the wait itself tells these apart (cond.c). */
void __heddle_cancel_woken(void)
{
    if (!__heddle_condvars_signalled && is_requested() && __heddle_nondet_bool())
        __heddle_cancel_act();
}

void __heddle_cancel_unmodelled(void)
{
    __heddle_unsupported("how this thread waits for another, in a program with pthread_cancel");
}

MODEL int pthread_setcancelstate(int state, int *old)
{
    if (state != ENABLED && state != DISABLED)
        return E_INVAL;
    if (old)
        *old = cancel_state;
    cancel_state = state;
    return 0;
}

/* A thread that may be cancelled at any time stops somewhere: for everybody else that is as if it took no more steps, but that it can be
 * joined. What it would do at its end is not modelled. */
void __heddle_cancel_type(int type)
{
    unsigned self = __heddle_self();
    if (type == ASYNCHRONOUS && (__heddle_endings_known || __heddle_cleanup_handlers))
        __heddle_unsupported("what runs at the end of a thread that may be cancelled at any time");
    if (type == ASYNCHRONOUS && __heddle_condvars_signalled == 2)
        __heddle_unsupported("how long a thread waits that may be cancelled at any time");
    if (self < CANCELLED_THREADS) {
        __heddle_atomic_begin();
        asynchronous[self] = type == ASYNCHRONOUS;
        __heddle_atomic_end();
    }
}

MODEL int pthread_setcanceltype(int type, int *old)
{
    if (type != DEFERRED && type != ASYNCHRONOUS)
        return E_INVAL;
    if (old)
        *old = cancel_type;
    cancel_type = type;
    __heddle_cancel_type(type);
    return 0;
}
