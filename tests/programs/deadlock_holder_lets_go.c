/* heddle: deadlock=TRUE; engines: explore */
/* The same, but the thread that works takes the lock anew in each round. */
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int go;

static void *holder(void *unused)
{
    do {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    } while (!go);
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
