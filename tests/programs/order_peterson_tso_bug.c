/* heddle: reach=FALSE; engines: auto; options: --memory-model=tso */
/* The same without the fences. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void enter(int me)
{
    atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
    atomic_store_explicit(&turn, 1 - me, memory_order_relaxed);
    while (atomic_load_explicit(&wants[1 - me], memory_order_relaxed) && atomic_load_explicit(&turn, memory_order_relaxed) == 1 - me)
        ;
}

static void *first(void *p)
{
    for (;;) {
        enter(0);
        atomic_store_explicit(&inside, 1, memory_order_relaxed);
        assert(atomic_load_explicit(&inside, memory_order_relaxed) == 1);
        atomic_store_explicit(&wants[0], 0, memory_order_release);
    }
    return p;
}

static void *second(void *p)
{
    for (;;) {
        enter(1);
        atomic_store_explicit(&inside, 2, memory_order_relaxed);
        assert(atomic_load_explicit(&inside, memory_order_relaxed) == 2);
        atomic_store_explicit(&wants[1], 0, memory_order_release);
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
