/* errno, and what prints it. */
#include "errors.h"
#include "heddle.h"

static _Thread_local int error_number;

int __heddle_failed(int error)
{
    error_number = error;
    return -1;
}

int __heddle_fails_somehow(void) { return __heddle_failed((__heddle_any_u8("which error it is") & 127) + 1); }

int __heddle_fails_if(int failed)
{
    int error = (__heddle_any_u8("which error it is") & 127) + 1;
    error_number ^= (error_number ^ error) & -failed;
    return -failed;
}

int __heddle_fails_by(int error) { return error && __heddle_nondet_bool() ? __heddle_failed(error) : __heddle_fails_somehow(); }

int __heddle_fails(void) { return __heddle_fails_by(E_NOMEM); }

MODEL const int __heddle_errno_changes = 0; /* by signal handlers */

MODEL int *__errno_location(void)
{
    if (__heddle_errno_changes)
        error_number = (int)__heddle_any_u32("errno, which a signal handler may change");
    return &error_number;
}

MODEL void perror(const char *text) { __heddle_reads_text(text, __SIZE_MAX__); }

enum { LONGEST_TEXT = 255 }; /* in any language */

/* Of the thread's own, as in glibc since 2.32. */
MODEL char *strerror(int error)
{
    (void)error;
    char *text = __heddle_alloc_any(LONGEST_TEXT + 1);
    text[LONGEST_TEXT] = 0;
    return text;
}
