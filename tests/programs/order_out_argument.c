/* heddle: reach=TRUE; engines: auto */
/* A variable that a function fills in or leaves alone: what it holds before does not matter, so all executions can be looked at. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int x, y;

static bool take(atomic_int *from, int *to)
{
    int seen = atomic_load_explicit(from, memory_order_relaxed);
    if (!seen)
        return false;
    *to = seen;
    return true;
}

static void *first(void *p)
{
    int got;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    if (take(&y, &got))
        assert(got == 1);
    return p;
}

static void *second(void *p)
{
    int got;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    if (take(&x, &got))
        assert(got == 1);
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
