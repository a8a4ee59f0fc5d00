/* heddle: reach=UNKNOWN; engines: explore; reason: a format that is not a constant */
/* The same with %n: what it stores is any value, which forbids TRUE, and no schedule relies on it. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void report(const char *what, ...)
{
    va_list list;
    char *format = malloc(strlen(what) + 7);
    strcpy(format, "<LOG> ");
    strcat(format, what);
    va_start(list, what);
    vfprintf(stderr, format, list);
    va_end(list);
    free(format);
}

int main(void)
{
    int printed = 0;
    report("%5.3ld%-8n", 3L, &printed);
    assert(printed != 77);
    return 0;
}
