/* heddle: reach=UNKNOWN; engines: monotone horn predicate; options: --timeout=2; reason: . */
/* Threads that have ended have counted, too: it takes half a day to create 2^32 of them, and then the counter wraps around. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint s;

static void *thread(void *unused)
{
    unsigned m = atomic_fetch_add(&s, 1);
    assert(s > m);
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
