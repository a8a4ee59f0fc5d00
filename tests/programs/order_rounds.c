/* heddle: race=TRUE reach=TRUE; engines: auto */
/* Store buffering, nine times, with a fence in each round. There are too many executions to look at each: the solver is asked. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 9 };
static atomic_int x[ROUNDS], y[ROUNDS];
static int a[ROUNDS], b[ROUNDS];

static void *first(void *p)
{
    for (int i = 0; i < ROUNDS; i++) {
        atomic_store_explicit(&x[i], 1, memory_order_relaxed);
        atomic_thread_fence(memory_order_seq_cst);
        a[i] = atomic_load_explicit(&y[i], memory_order_relaxed);
    }
    return p;
}

static void *second(void *p)
{
    for (int i = 0; i < ROUNDS; i++) {
        atomic_store_explicit(&y[i], 1, memory_order_relaxed);
        atomic_thread_fence(memory_order_seq_cst);
        b[i] = atomic_load_explicit(&x[i], memory_order_relaxed);
    }
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    for (int i = 0; i < ROUNDS; i++)
        assert(a[i] || b[i]);
    return 0;
}
