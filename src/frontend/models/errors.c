/* errno, and what prints it. */
#include "errors.h"
#include "heddle.h"

static _Thread_local int error_number;

int __heddle_failed(int error)
{
    error_number = error;
    return -1;
}

int __heddle_fails(void) { return __heddle_failed((__heddle_any_u8("which error it is") & 127) + 1); }

MODEL int *__errno_location(void) { return &error_number; }

MODEL void perror(const char *text) { __heddle_reads_text(text, __SIZE_MAX__); }

/* A look at its characters is an access outside any object. */
static char text_of_error[0];

MODEL char *strerror(int error)
{
    (void)error;
    return text_of_error;
}
