/* heddle: race=TRUE reach=TRUE; engines: auto */
/* A barrier orders relaxed accesses on both sides of it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_barrier_t barrier;
atomic_int x, y;
int seen;

void *other(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_barrier_wait(&barrier);
    seen = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&t, 0, other, 0);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    pthread_barrier_wait(&barrier);
    int mine = atomic_load_explicit(&x, memory_order_relaxed);
    pthread_join(t, 0);
    assert(seen && mine);
    return 0;
}
