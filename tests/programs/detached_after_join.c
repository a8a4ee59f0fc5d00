/* heddle: reach=UNKNOWN; engines: auto flow; reason: a thread is detached that was joined or detached before */
/* Threads that were joined are detached. */
#include <assert.h>
#include <pthread.h>

static int shared;

static void *work(void *argument) { return argument; }

int main(void)
{
    pthread_t ids[70];
    for (int i = 0; i < 70; i++)
        pthread_create(&ids[i], NULL, work, NULL);
    for (int i = 0; i < 70; i++)
        pthread_join(ids[i], NULL);
    pthread_detach(ids[69]);
    assert(shared == 0);
    return 0;
}
