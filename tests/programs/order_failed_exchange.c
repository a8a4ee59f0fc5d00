/* heddle: race=TRUE; engines: auto */
/* A compare-and-swap that fails reads with the order given for failure: acquire. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;
static int data;

static void *first(void *p)
{
    data = 42;
    atomic_store_explicit(&state, 1, memory_order_release);
    return p;
}

static void *second(void *p)
{
    int expected = 2;
    atomic_compare_exchange_strong_explicit(&state, &expected, 3, memory_order_acq_rel, memory_order_acquire);
    return expected == 1 ? (void *)(long)data : p;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
