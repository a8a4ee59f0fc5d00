/* heddle: reach=FALSE; engines: auto; options: --memory-model=tso */
/* To lock a mutex once more that one holds is no barrier in glibc. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, n = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static atomic_int x, y;
static int seen_x = 1, seen_y = 1;

static void *first(void *unused)
{
    pthread_mutex_lock(&m);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_mutex_lock(&m);
    seen_y = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&n);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    pthread_mutex_lock(&n);
    seen_x = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(seen_x || seen_y);
    return 0;
}
