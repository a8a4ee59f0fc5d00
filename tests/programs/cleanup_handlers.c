/* heddle: reach=TRUE locks=TRUE; engines: explore; options: -m64 */
/* pthread_cleanup_push and pop, when nobody is cancelled. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void unlock(void *argument) { pthread_mutex_unlock(argument); }

static void *thread(void *unused)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    pthread_testcancel();
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    assert(pthread_mutex_trylock(&m) == 0);
    return 0;
}
