/* heddle: race=FALSE; engines: auto; options: --entry=counter_add* --entry=counter_value* --undefined=assume */
/* The value is read without the lock. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long value;

void counter_add(long n)
{
    pthread_mutex_lock(&lock);
    value += n;
    pthread_mutex_unlock(&lock);
}

long counter_value(void) { return value; }
