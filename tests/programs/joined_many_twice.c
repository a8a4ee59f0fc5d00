/* heddle: reach=UNKNOWN; engines: flow; reason: joined twice */
/* The last of seventy threads is joined again. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *thread(void *p)
{
    x = 0;
    return p;
}

int main(void)
{
    pthread_t ids[70];
    for (int i = 0; i < 70; i++)
        pthread_create(&ids[i], NULL, thread, NULL);
    for (int i = 0; i < 70; i++)
        pthread_join(ids[i], NULL);
    pthread_join(ids[69], NULL);
    assert(x == 0);
    return 0;
}
