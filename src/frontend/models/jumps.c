/* setjmp and longjmp are put together by the front end (jumps.c) where both are inlined into one function. */
#include "heddle.h"

/* The landing begins a block of its own, that of a loop which never goes round, so that a jump can go there. */
#define SETJMP(name)                                                                                                               \
    MODEL int name(void *buffer)                                                                                                   \
    {                                                                                                                              \
        int value;                                                                                                                 \
        __heddle_set_jump(buffer);                                                                                                 \
        do {                                                                                                                       \
            value = __heddle_landing();                                                                                            \
        } while (__heddle_land_again());                                                                                           \
        return value;                                                                                                              \
    }
SETJMP(setjmp)
SETJMP(_setjmp)

MODEL int __sigsetjmp(void *buffer, int mask)
{
    (void)mask; /* there are no signals */
    return _setjmp(buffer);
}

#define LONGJMP(name)                                                                                                              \
    MODEL _Noreturn void name(void *buffer, int value) { __heddle_jump(buffer, value ? value : 1); }
LONGJMP(longjmp)
LONGJMP(_longjmp)
LONGJMP(siglongjmp)
