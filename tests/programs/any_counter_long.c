/* heddle: reach=TRUE; engines: monotone */
/* A counter of 64 bits has room for all threads that there is time for. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_ulong s;

static void *thread(void *unused)
{
    unsigned long m = atomic_fetch_add(&s, 1);
    assert(s > m);
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
