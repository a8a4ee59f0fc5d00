/* heddle: deadlock=TRUE; engines: explore */
/* Two servers that never end take two locks in one order: they work for ever, and to join a thread that works is no deadlock. */
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *server(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&a);
        pthread_mutex_lock(&b);
        pthread_mutex_unlock(&b);
        pthread_mutex_unlock(&a);
    }
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, server, NULL);
    pthread_create(&u, NULL, server, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
