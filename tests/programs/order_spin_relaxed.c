/* heddle: race=FALSE; engines: auto */
/* A spin lock of exchanges, all of them relaxed. Those that fail write what they read, and do not make executions endless: orders that would do are found. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int data;

static void *work(void *p)
{
    while (atomic_exchange_explicit(&lock, 1, memory_order_relaxed))
        ;
    data++;
    atomic_store_explicit(&lock, 0, memory_order_relaxed);
    return p;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
