/* heddle: reach=FALSE; engines: explore random */
/* A format that is put together when the program runs, with no %n in it (what looks like one is %%): printing it changes nothing, and a schedule may rely on that. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int calls;

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
    calls++;
}

int main(void)
{
    report("%-5d of 100%%n", 3);
    assert(calls != 1);
    return 0;
}
