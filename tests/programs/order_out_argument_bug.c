/* heddle: reach=FALSE; engines: auto */
/* A variable that is read before it has a value in executions alone that no schedule has: it may hold 7, which the search for executions does not try, and the solver does. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b;

static void *first(void *p)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return p;
}

static void *second(void *p)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return p;
}

int main(void)
{
    pthread_t t, u;
    int got;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    if (a || b)
        got = 1;
    int copied = got;
    assert(copied != 7);
    return 0;
}
