/* heddle: race=FALSE reach=TRUE; engines: explore */
/* A log function hands its arguments on: what %s points to is read there. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static char text[4] = "abc";

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
    say("nothing\n");
    say("%d %ld %s\n", 1, 2L, text);
    pthread_join(t, NULL);
    return 0;
}
