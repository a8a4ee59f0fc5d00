/* heddle: reach=FALSE; engines: explore */
/* As slots_by_argument.c, but two workers have the same slot, and one stays empty. */
#include <assert.h>
#include <pthread.h>

enum { WORKERS = 4 };
static int filled[WORKERS], open_to_work;

static void *worker(void *slot)
{
    long i = (long)slot;
    assert(open_to_work);
    filled[i] = (int)i + 1;
    return 0;
}

int main(void)
{
    pthread_t t[WORKERS];
    open_to_work = 1;
    for (long i = 0; i < WORKERS; i++)
        pthread_create(&t[i], 0, worker, (void *)(i / 2 + i % 2));
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], 0);
    open_to_work = 0;
    for (int i = 0; i < WORKERS; i++)
        assert(filled[i] == i + 1);
    return 0;
}
