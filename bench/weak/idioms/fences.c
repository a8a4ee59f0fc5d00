/* Message passing by fences of every kind (C11 7.17.4): a release fence before the store and an acquire fence behind the load, or stronger ones.
   ask: race c11 TRUE
   ask: race c11 TRUE BEFORE=memory_order_acq_rel BEHIND=memory_order_acq_rel
   ask: race c11 TRUE BEFORE=memory_order_seq_cst BEHIND=memory_order_seq_cst
   ask: race c11 FALSE BEFORE=memory_order_acquire
   ask: race c11 FALSE BEHIND=memory_order_release
   ask: race c11 FALSE BEFORE=memory_order_relaxed
   ask: race c11 FALSE LATE
   ask: race c11 FALSE EARLY
   ask: reach c11 TRUE
   ask: memory c11 TRUE
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef BEFORE
#define BEFORE memory_order_release
#endif
#ifndef BEHIND
#define BEHIND memory_order_acquire
#endif

static atomic_int ready;
static int data;

static void *publish(void *p)
{
    data = 7;
#ifndef LATE
    atomic_thread_fence(BEFORE);
#endif
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
#ifdef LATE
    atomic_thread_fence(BEFORE);
#endif
    return p;
}

static void *receive(void *p)
{
#ifdef EARLY
    atomic_thread_fence(BEHIND);
#endif
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
#ifndef EARLY
        atomic_thread_fence(BEHIND);
#endif
        assert(data == 7);
    }
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, publish, 0);
    pthread_create(&b, 0, receive, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
