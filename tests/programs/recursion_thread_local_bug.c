/* heddle: reach=FALSE; engines: explore */
/* What a recursive function has left in a variable of its thread is there at the next call, and another thread does not see it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>

static _Thread_local int depth = 1;

static long sum(int n, ...)
{
    long s = 0;
    va_list list;
    va_start(list, n);
    while (n--)
        s += va_arg(list, int);
    va_end(list);
    return s;
}

static long walk(int n)
{
    depth++;
    errno = 0;
    long v = strtol("12", NULL, 10);
    if (errno)
        return -1;
    return n ? sum(2, (int)v, (int)walk(n - 1)) : v;
}

static void *thread(void *p)
{
    assert(walk(2) == 36);
    assert(depth == 4);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(depth == 1);
    assert(walk(0) == 12 && depth == 8);
    return 0;
}
