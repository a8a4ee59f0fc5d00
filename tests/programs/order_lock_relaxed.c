/* heddle: race=FALSE reach=UNKNOWN; engines: auto; reason: there are weaker memory orders, and the program has a data race */
/* A spin lock taken by a relaxed exchange. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int held;
static int data;

static void *work(void *p)
{
    for (;;) {
        int no = 0;
        if (atomic_compare_exchange_weak_explicit(&held, &no, 1, memory_order_relaxed, memory_order_relaxed))
            break;
    }
    data++;
    atomic_store_explicit(&held, 0, memory_order_release);
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
