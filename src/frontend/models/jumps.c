/* setjmp returns 0 and longjmp is not modelled, which is enough for programs that only prepare for it. pthread_cleanup_push is made
 * of both in glibc's C headers: its handlers run at pthread_cleanup_pop as compiled; ending the thread in between is not modelled. */
#include "heddle.h"

extern _Thread_local unsigned __heddle_cleanup_handlers;
_Thread_local unsigned __heddle_cleanup_handlers; /* in force in this thread */

MODEL void __pthread_register_cancel(void *buffer)
{
    (void)buffer;
    __heddle_cleanup_handlers++;
}

MODEL void __pthread_unregister_cancel(void *buffer)
{
    (void)buffer;
    __heddle_cleanup_handlers--;
}

MODEL _Noreturn void __pthread_unwind_next(void *buffer)
{
    (void)buffer;
    __heddle_unsupported("unwinding of a cancelled thread");
}

#define SETJMP(name)                                                                                                               \
    MODEL int name(void *buffer)                                                                                                   \
    {                                                                                                                              \
        (void)buffer;                                                                                                              \
        return 0;                                                                                                                  \
    }
SETJMP(setjmp)
SETJMP(_setjmp)

MODEL int __sigsetjmp(void *buffer, int mask)
{
    (void)buffer, (void)mask;
    return 0;
}

#define LONGJMP(name)                                                                                                              \
    MODEL _Noreturn void name(void *buffer, int value)                                                                             \
    {                                                                                                                              \
        (void)buffer, (void)value;                                                                                                 \
        __heddle_unsupported("longjmp");                                                                                           \
    }
LONGJMP(longjmp)
LONGJMP(_longjmp)
LONGJMP(siglongjmp)
