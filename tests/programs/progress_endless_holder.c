/* heddle: deadlock=FALSE; engines: auto */
/* Who holds the lock counts, and begins again before it is done: the loop looks as if it ended. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *hold(void *unused)
{
    pthread_mutex_lock(&m);
    for (volatile int i = 0; i < 3; i++)
        if (i == 2)
            i = 0;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, hold, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(id, 0);
}
