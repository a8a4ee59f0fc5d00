/* errno, and what prints it. */
#include "errors.h"
#include "heddle.h"

static _Thread_local int error_number;

int __heddle_failed(int error)
{
    error_number = error;
    return -1;
}

MODEL int *__errno_location(void) { return &error_number; }

MODEL void perror(const char *text) { (void)text; }

MODEL char *strerror(int error)
{
    (void)error;
    return (char *)"error";
}
