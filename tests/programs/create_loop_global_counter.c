/* heddle: reach=TRUE race=TRUE; engines: explore bounded */
/* The counter and the bound of the loops over threads are global, but only main writes them: there are three threads. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int i, count = 1, done;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *unused)
{
    pthread_mutex_lock(&mutex);
    if (done < count)
        done++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t *threads;
    count = 3;
    threads = malloc(sizeof(pthread_t) * count);
    for (i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, thread, NULL);
    for (i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    assert(done == 3);
    return 0;
}
