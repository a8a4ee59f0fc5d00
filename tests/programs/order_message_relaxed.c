/* heddle: race=FALSE reach=UNKNOWN; engines: auto; reason: there are weaker memory orders, and the program has a data race */
/* Message passing by relaxed accesses: nothing orders the data. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *first(void *p)
{
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return p;
}

static void *second(void *p)
{
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        assert(data == 42);
    }
    return p;
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
