/* heddle: reach=FALSE race=TRUE locks=TRUE; engines: explore */
/* Waiting with a limit: after a time-out the condition need not hold. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

static void *producer(void *unused)
{
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    struct timespec until = {1, 0};
    int result = 0;
    pthread_create(&t, NULL, producer, NULL);
    pthread_mutex_lock(&m);
    while (!ready && result == 0)
        result = pthread_cond_timedwait(&c, &m, &until);
    assert(ready || result == ETIMEDOUT);
    assert(ready);
    pthread_mutex_unlock(&m);
    return 0;
}
