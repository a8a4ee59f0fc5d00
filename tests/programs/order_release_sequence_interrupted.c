/* heddle: race=UNKNOWN; engines: auto; reason: it is not clear by C11 */
/* A thread's later relaxed store continues its release sequence, but not behind a store of another thread; RC11 does not mind that. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;
static int data;

static void *first(void *p)
{
    data = 42;
    atomic_store_explicit(&stage, 1, memory_order_release);
    if (atomic_load_explicit(&stage, memory_order_relaxed) == 3)
        atomic_store_explicit(&stage, 2, memory_order_relaxed);
    return p;
}

static void *second(void *p)
{
    atomic_store_explicit(&stage, 3, memory_order_relaxed);
    return p;
}

static void *third(void *p)
{
    return atomic_load_explicit(&stage, memory_order_acquire) == 2 ? (void *)(long)data : p;
}

int main(void)
{
    pthread_t t, u, v;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_create(&v, 0, third, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    pthread_join(v, 0);
    return 0;
}
