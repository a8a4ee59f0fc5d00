/* heddle: reach=TRUE locks=FALSE; engines: explore */
/* Waiting without holding the mutex. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *thread(void *unused)
{
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_cond_signal(&c);
    pthread_join(t, NULL);
    return 0;
}
