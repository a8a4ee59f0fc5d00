/* Load buffering: RC11 has no cycles of program order and reads-from, so nothing comes out of thin air, and no load reads from what depends on it.
   ask: reach c11 TRUE
   ask: reach c11 TRUE COPY
   ask: reach tso TRUE
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b;

static void *first(void *p)
{
    a = atomic_load_explicit(&x, memory_order_relaxed);
#ifdef COPY
    atomic_store_explicit(&y, a, memory_order_relaxed);
#else
    atomic_store_explicit(&y, 1, memory_order_relaxed);
#endif
    return p;
}

static void *second(void *p)
{
    b = atomic_load_explicit(&y, memory_order_relaxed);
#ifdef COPY
    atomic_store_explicit(&x, b, memory_order_relaxed);
#else
    atomic_store_explicit(&x, 1, memory_order_relaxed);
#endif
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(!(a == 1 && b == 1));
    return 0;
}
