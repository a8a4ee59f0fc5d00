/* heddle: deadlock=UNKNOWN; engines: explore bounded; reason: which was not confirmed|threads may join each other */
/* Two threads join each other: POSIX allows to notice that, glibc does (EDEADLK), heddle does not model it. */
#include <pthread.h>

static pthread_t t, u;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused)
{
    pthread_mutex_lock(&m); /* ids are stored by then */
    pthread_mutex_unlock(&m);
    pthread_join(u, NULL);
    return unused;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return unused;
}

int main(void)
{
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_mutex_unlock(&m);
    pthread_exit(NULL);
}
