/* Independent reads of independent writes (Boehm and Adve, "Foundations of the C++ Concurrency Memory Model", PLDI 2008): acquire is not enough; x86 shows one order.
   ask: reach c11 FALSE
   ask: reach c11 TRUE STORE=memory_order_seq_cst LOAD=memory_order_seq_cst
   ask: reach c11 FALSE STORE=memory_order_release LOAD=memory_order_seq_cst
   ask: reach c11 TRUE LOAD=memory_order_relaxed FENCE
   ask: reach tso TRUE LOAD=memory_order_relaxed
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef STORE
#define STORE memory_order_release
#endif
#ifndef LOAD
#define LOAD memory_order_acquire
#endif
#ifdef FENCE
#define BETWEEN atomic_thread_fence(memory_order_seq_cst)
#else
#define BETWEEN (void)0
#endif

static atomic_int x, y;
static int a, b, c, d;

static void *write_x(void *p)
{
    atomic_store_explicit(&x, 1, STORE);
    return p;
}

static void *write_y(void *p)
{
    atomic_store_explicit(&y, 1, STORE);
    return p;
}

static void *read_xy(void *p)
{
    a = atomic_load_explicit(&x, LOAD);
    BETWEEN;
    b = atomic_load_explicit(&y, LOAD);
    return p;
}

static void *read_yx(void *p)
{
    c = atomic_load_explicit(&y, LOAD);
    BETWEEN;
    d = atomic_load_explicit(&x, LOAD);
    return p;
}

int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], 0, write_x, 0);
    pthread_create(&t[1], 0, write_y, 0);
    pthread_create(&t[2], 0, read_xy, 0);
    pthread_create(&t[3], 0, read_yx, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    assert(!(a && !b && c && !d));
    return 0;
}
