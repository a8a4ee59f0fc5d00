/* heddle: reach=TRUE; engines: explore bounded */
/* A point in time with too many nanoseconds is refused, and the mutex stays locked. What was set of attributes is found there. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    struct timespec until = {0, 1000000000};
    pthread_mutex_lock(&m);
    assert(pthread_cond_timedwait(&c, &m, &until) == EINVAL);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    pthread_attr_t a;
    int state;
    pthread_attr_init(&a);
    assert(pthread_attr_getdetachstate(&a, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_getdetachstate(&a, &state) == 0 && state == PTHREAD_CREATE_DETACHED);
    return 0;
}
