/* heddle: deadlock=TRUE; engines: progress auto */
/* Any number of threads, for ever, take two locks in one order, and count to ten while they hold one. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static int x, n;

static void *work(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        for (int i = 0; i < 10; i++)
            x += i;
        pthread_mutex_lock(&k);
        n++;
        pthread_mutex_unlock(&k);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    for (;;)
        pthread_create(&id, 0, work, 0);
}
