/* heddle: reach=FALSE; engines: explore bounded */
/* A function that prints for its callers, and a caller that expects something else. */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char last[2][32];

static int log_list(char *to, const char *format, va_list list) { return vsnprintf(to, sizeof last[0], format, list); }

static int log_to(int thread, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    pthread_mutex_lock(&lock);
    int length = log_list(last[thread], format, list);
    pthread_mutex_unlock(&lock);
    va_end(list);
    return length;
}

static void *thread(void *p)
{
    int number = (int)(long)p;
    assert(log_to(number, "%c%ld %s|%*d|%lld", 'a', 12L, "bc", 3, number, 5LL) == 12);
    assert(strcmp(last[number], number ? "a12 bc|  1|6" : "a12 bc|  0|5") == 0);
    assert(log_to(number, "none") == 4 && last[number][4] == 0 && last[number][0] == 'n');
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, (void *)1);
    thread((void *)0);
    pthread_join(t, NULL);
    return 0;
}
