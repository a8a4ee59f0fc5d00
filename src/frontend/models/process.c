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

#define ENDS(name)                                                                                                                 \
    MODEL _Noreturn void name(int status)                                                                                          \
    {                                                                                                                              \
        (void)status;                                                                                                              \
        __heddle_halt();                                                                                                           \
    }
ENDS(_exit)
ENDS(_Exit)
ENDS(quick_exit)

/* Functions that run when main returns or somebody calls exit, the last one first; endings.c puts the call into main, and keeps it out of
 * programs without such functions. */
enum { MOST_FUNCTIONS = 32, MAIN = 1 };
extern const int __heddle_exits_known; /* set by endings.c */
MODEL const int __heddle_exits_known = 0;
static void (*at_exit[MOST_FUNCTIONS])(void);
static unsigned at_exit_count;
static _Bool main_has_left;
extern const int __heddle_has_destructors; /* set by endings.c, which calls them at the end of __heddle_program_ends */
MODEL const int __heddle_has_destructors = 0;

void __heddle_program_ends(void)
{
    for (;;) {
        void (*function)(void) = NULL;
        __heddle_atomic_begin();
        if (at_exit_count != 0)
            function = at_exit[--at_exit_count];
        __heddle_atomic_end();
        if (!function)
            return;
        function();
    }
}

MODEL _Noreturn void exit(int status)
{
    (void)status;
    __heddle_program_ends();
    __heddle_halt();
}

/* Where main ends before the others, the last thread would have to run them. */
void __heddle_leaves(void)
{
    if (__heddle_self() != MAIN)
        return;
    __heddle_atomic_begin();
    main_has_left = 1;
    if (at_exit_count != 0 || __heddle_has_destructors)
        __heddle_unsupported("pthread_exit in main, with functions that run at the end");
    __heddle_atomic_end();
}

MODEL int atexit(void (*function)(void))
{
    __heddle_atomic_begin();
    if (!__heddle_exits_known || at_exit_count == MOST_FUNCTIONS || main_has_left)
        __heddle_unsupported("atexit");
    at_exit[at_exit_count++] = function;
    __heddle_atomic_end();
    return 0;
}

MODEL int at_quick_exit(void (*function)(void))
{
    (void)function;
    __heddle_unsupported("at_quick_exit");
}
