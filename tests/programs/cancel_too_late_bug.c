/* heddle: deadlock=FALSE; engines: explore */
/* The request comes only if the other thread was seen to wait; otherwise it waits for ever. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *waits(void *unused)
{
    pthread_mutex_lock(&m);
    waiting = 1;
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waits, NULL);
    pthread_mutex_lock(&m);
    int seen = waiting;
    pthread_mutex_unlock(&m);
    if (seen)
        pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
