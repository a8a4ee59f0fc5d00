/* heddle: race=TRUE reach=TRUE; engines: auto; options: --memory-model=tso */
/* A spin lock of exchanges that is decided by looking at executions. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int data;

static void *work(void *p)
{
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire))
        ;
    data++;
    atomic_store_explicit(&lock, 0, memory_order_release);
    return p;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(data == 2);
    return 0;
}
