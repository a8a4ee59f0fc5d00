/* heddle: deadlock=TRUE; engines: explore */
/* Of two threads that wait for one signal, one is cancelled: the signal wakes one that is still there. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void unlock(void *mutex) { pthread_mutex_unlock(mutex); }

static void *waits(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_cond_signal(&c);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, waits, NULL);
    pthread_create(&second, NULL, waits, NULL);
    pthread_cancel(first);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
