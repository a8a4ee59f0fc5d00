/* heddle: race=TRUE; engines: explore */
/* As race_log_function.c, but what is printed while the thread runs is not what it changes. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static char text[4] = "abc", other[4] = "xyz";

static void say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
}

static void *change(void *unused)
{
    text[2] = 'd';
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, change, NULL);
    say("%d %ld %s\n", 1, 2L, other);
    pthread_join(t, NULL);
    say("%s\n", text);
    return 0;
}
