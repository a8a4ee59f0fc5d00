/* Release sequences: what is published by a release store is still published after read-modify-writes of others (RC11, definition of rs), not after a store.
   ask: race c11 TRUE
   ask: race c11 FALSE FIRST=memory_order_relaxed
   ask: race c11 FALSE LAST=memory_order_relaxed
   ask: race c11 TRUE FIRST=memory_order_seq_cst LAST=memory_order_seq_cst
   ask: race c11 FALSE STORE
   ask: race c11 TRUE FENCES FIRST=memory_order_relaxed LAST=memory_order_relaxed
   ask: reach c11 TRUE
   ask: reach tso TRUE FIRST=memory_order_relaxed LAST=memory_order_relaxed
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef FIRST
#define FIRST memory_order_release
#endif
#ifndef LAST
#define LAST memory_order_acquire
#endif

static atomic_int x;
static int data;

static void *publish(void *p)
{
    data = 7;
#ifdef FENCES
    atomic_thread_fence(memory_order_release);
#endif
    atomic_store_explicit(&x, 1, FIRST);
    return p;
}

static void *pass_on(void *p)
{
#ifdef STORE
    if (atomic_load_explicit(&x, memory_order_relaxed) == 1)
        atomic_store_explicit(&x, 2, memory_order_relaxed);
#else
    int one = 1;
    atomic_compare_exchange_strong_explicit(&x, &one, 2, memory_order_relaxed, memory_order_relaxed);
#endif
    return p;
}

static void *receive(void *p)
{
    if (atomic_load_explicit(&x, LAST) == 2) {
#ifdef FENCES
        atomic_thread_fence(memory_order_acquire);
#endif
        assert(data == 7);
    }
    return p;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, publish, 0);
    pthread_create(&t[1], 0, pass_on, 0);
    pthread_create(&t[2], 0, receive, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
