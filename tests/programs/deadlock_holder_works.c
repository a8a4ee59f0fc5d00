/* heddle: deadlock=FALSE; engines: explore */
/* A thread works for ever and holds the lock that another one waits for. */
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int go;

static void *holder(void *unused)
{
    pthread_mutex_lock(&m);
    while (!go) /* set by the other one, under the lock */
        ;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, holder, NULL);
    pthread_mutex_lock(&m);
    go = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
