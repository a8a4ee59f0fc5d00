/* heddle: race=TRUE; engines: auto; options: --entry=counter_add* --entry=counter_value* --entry=counter_reset --undefined=assume */
/* A library without main: every function takes the lock. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long value, calls;

void counter_add(long n)
{
    pthread_mutex_lock(&lock);
    value += n;
    calls++;
    pthread_mutex_unlock(&lock);
}

long counter_value(void)
{
    pthread_mutex_lock(&lock);
    long now = value;
    pthread_mutex_unlock(&lock);
    return now;
}

void counter_reset(void)
{
    pthread_mutex_lock(&lock);
    value = calls = 0;
    pthread_mutex_unlock(&lock);
}
