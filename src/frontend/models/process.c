/* The end of the whole program: assertions, abort, exit. Streams are not flushed, since printing has no effect. */
#include "heddle.h"

/* glibc's assert */
MODEL _Noreturn void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    (void)file, (void)line, (void)function;
    __heddle_fail(HEDDLE_REACH, expression);
    __heddle_halt();
}

MODEL _Noreturn void __assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
    (void)error, (void)file, (void)line, (void)function;
    __heddle_fail(HEDDLE_REACH, "assert_perror");
    __heddle_halt();
}

/* Other libraries' assert */
MODEL _Noreturn void __assert(const char *expression, const char *file, int line)
{
    (void)file, (void)line;
    __heddle_fail(HEDDLE_REACH, expression);
    __heddle_halt();
}

MODEL _Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *expression)
{
    (void)function, (void)file, (void)line;
    __heddle_fail(HEDDLE_REACH, expression);
    __heddle_halt();
}

MODEL _Noreturn void abort(void) { __heddle_halt(); }

#define ENDS(name) \
    MODEL _Noreturn void name(int status) \
    { \
        (void)status; \
        __heddle_halt(); \
    }
ENDS(exit)
ENDS(_exit)
ENDS(_Exit)
ENDS(quick_exit)

MODEL int atexit(void (*function)(void))
{
    (void)function;
    __heddle_unsupported("atexit");
}

MODEL int at_quick_exit(void (*function)(void))
{
    (void)function;
    __heddle_unsupported("at_quick_exit");
}
