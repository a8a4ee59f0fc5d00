/* Sleeping: one says that it waits and then looks for work, the other makes work and then looks for who waits. Store buffering: without fences both may see
   nothing, and the sleeper sleeps on.
   ask: reach c11 TRUE
   ask: reach c11 FALSE WAITER=memory_order_acq_rel
   ask: reach c11 FALSE WAKER=memory_order_acq_rel
   ask: reach tso TRUE
   ask: reach tso FALSE WAITER=memory_order_acq_rel
   ask: reach sc TRUE WAITER=memory_order_acq_rel WAKER=memory_order_acq_rel
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef WAITER
#define WAITER memory_order_seq_cst
#endif
#ifndef WAKER
#define WAKER memory_order_seq_cst
#endif

static atomic_int waits, work;
static int sleeps, wakes;

static void *waiter(void *p)
{
    atomic_store_explicit(&waits, 1, memory_order_relaxed);
    atomic_thread_fence(WAITER);
    sleeps = !atomic_load_explicit(&work, memory_order_relaxed);
    return p;
}

static void *waker(void *p)
{
    atomic_store_explicit(&work, 1, memory_order_relaxed);
    atomic_thread_fence(WAKER);
    wakes = atomic_load_explicit(&waits, memory_order_relaxed);
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, waiter, 0);
    pthread_create(&t, 0, waker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(!sleeps || wakes);
    return 0;
}
