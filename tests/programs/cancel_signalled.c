/* heddle: deadlock=TRUE reach=TRUE; engines: explore; options: --condvars=signalled */
/* A thread that waits for a signal ends by a request, with the mutex, which its cleanup handler unlocks. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int passed;

static void unlock(void *mutex) { pthread_mutex_unlock(mutex); }

static void *waits(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    pthread_cond_wait(&c, &m);
    passed = 1;
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, waits, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED && !passed);
    pthread_mutex_lock(&m);
    return 0;
}
