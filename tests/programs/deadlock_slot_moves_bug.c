/* heddle: deadlock=FALSE; engines: auto */
/* The index of a lock changes while the lock is held: upwards for one thread, downwards for the other. */
#include <pthread.h>

pthread_mutex_t locks[4];

static void *both(void *argument)
{
    unsigned at = (unsigned)(long)argument;
    pthread_mutex_lock(&locks[at]);
    at = 3 - at;
    pthread_mutex_lock(&locks[at]);
    pthread_mutex_unlock(&locks[at]);
    at = 3 - at;
    pthread_mutex_unlock(&locks[at]);
    return NULL;
}

int main(void)
{
    pthread_t t[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, both, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
