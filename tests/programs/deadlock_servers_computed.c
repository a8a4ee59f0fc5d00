/* heddle: deadlock=TRUE; engines: explore */
/* Servers that never end, with their ids in memory: to join a thread that works is no deadlock, however one finds it. */
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t *ids;

static void *server(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *idle(void *unused) { return unused; }

int main(void)
{
    ids = malloc(3 * sizeof *ids);
    pthread_create(&ids[0], NULL, idle, NULL);
    pthread_create(&ids[1], NULL, server, NULL);
    pthread_create(&ids[2], NULL, server, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(ids[i], NULL);
    free(ids);
    return 0;
}
