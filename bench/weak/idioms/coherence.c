/* What one location shows does not go back (coherence), and read-modify-writes lose nothing, whatever the orders.
   ask: reach c11 TRUE
   ask: reach tso TRUE
   ask: race c11 TRUE
   ask: reach c11 FALSE LOST
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *add(void *p)
{
#ifdef LOST
    int c = atomic_load_explicit(&counter, memory_order_seq_cst);
    atomic_store_explicit(&counter, c + 1, memory_order_seq_cst);
#else
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
#endif
    return p;
}

static void *look(void *p)
{
    int first = atomic_load_explicit(&counter, memory_order_relaxed), then = atomic_load_explicit(&counter, memory_order_relaxed);
    assert(first <= then && then <= 2);
    return p;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, add, 0);
    pthread_create(&t[1], 0, add, 0);
    pthread_create(&t[2], 0, look, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(atomic_load_explicit(&counter, memory_order_relaxed) == 2);
    return 0;
}
