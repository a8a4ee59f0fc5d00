/* heddle: reach=FALSE; engines: auto */
/* That a mutex is found taken orders nothing (Boehm, "Reordering Constraints for Pthread-Style Locks", PPoPP 2007). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;
static int seen = 1;

static void *first(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_mutex_lock(&m);
    return unused;
}

static void *second(void *unused)
{
    if (pthread_mutex_trylock(&m) != 0)
        seen = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(seen);
    return 0;
}
