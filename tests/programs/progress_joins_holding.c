/* heddle: deadlock=FALSE; engines: auto */
/* main waits for a thread that waits for main's lock. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t id;
    pthread_mutex_lock(&m);
    pthread_create(&id, 0, work, 0);
    pthread_join(id, 0);
    pthread_mutex_unlock(&m);
}
