/* heddle: reach=TRUE; engines: explore */
/* A thread that waits for a signal is cancelled: it holds the mutex again when its handler runs. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, cleaned;
static void unlock(void *p)
{
    cleaned++;
    pthread_mutex_unlock(p);
}
static void *work(void *a)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(1);
    return NULL;
}
int main(void)
{
    pthread_t t;
    void *r;
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, &r);
    assert(r == PTHREAD_CANCELED);
    pthread_mutex_lock(&m);
    assert(cleaned == 1);
    pthread_mutex_unlock(&m);
    return 0;
}
