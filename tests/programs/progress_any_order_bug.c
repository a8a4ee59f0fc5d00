/* heddle: deadlock=FALSE; engines: auto */
/* The same two locks in both orders. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;

static void *forth(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        pthread_mutex_lock(&k);
        pthread_mutex_unlock(&k);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *back(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&k);
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
        pthread_mutex_unlock(&k);
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, forth, 0);
    pthread_create(&id, 0, back, 0);
    for (;;)
        ;
}
