/* heddle: reach=TRUE all=TRUE; engines: auto */
/* Store buffering, where sequential consistency is not enough, and a member of the block that main alone uses: it has a value when it is read, so all executions are known. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box {
    atomic_int full, wanted, missed;
    int taken;
} *box;

static void *put(void *unused)
{
    atomic_store_explicit(&box->full, 1, memory_order_relaxed);
    if (!atomic_load_explicit(&box->wanted, memory_order_relaxed))
        atomic_store_explicit(&box->missed, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    box = malloc(sizeof *box);
    atomic_init(&box->full, 0);
    atomic_init(&box->wanted, 0);
    atomic_init(&box->missed, 0);
    box->taken = 0;
    pthread_create(&t, 0, put, 0);
    atomic_store_explicit(&box->wanted, 1, memory_order_relaxed);
    for (int i = 0; i < 2; i++)
        box->taken += atomic_load_explicit(&box->full, memory_order_relaxed);
    pthread_join(t, 0);
    assert(box->taken <= 2);
    free(box);
    return 0;
}
