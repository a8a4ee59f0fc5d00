/* A queue lock (Mellor-Crummey and Scott, TOCS 1991): each waits at its own node.
   ask: race c11 TRUE
   ask: reach c11 TRUE
   ask: memory c11 TRUE
   ask: race c11 FALSE HAND=memory_order_relaxed
   ask: race c11 FALSE WAIT=memory_order_relaxed
   ask: race c11 FALSE LEAVE=memory_order_relaxed
   ask: reach tso TRUE
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#ifndef HAND
#define HAND memory_order_release
#endif
#ifndef WAIT
#define WAIT memory_order_acquire
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif

struct node {
    _Atomic(struct node *) next;
    atomic_int waits;
};
static _Atomic(struct node *) tail;
static int counter;

static void lock(struct node *n)
{
    atomic_store_explicit(&n->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&n->waits, 1, memory_order_relaxed);
    struct node *before = atomic_exchange_explicit(&tail, n, memory_order_acq_rel);
    if (!before)
        return;
    atomic_store_explicit(&before->next, n, memory_order_release);
    while (atomic_load_explicit(&n->waits, WAIT))
        ;
}

static void unlock(struct node *n)
{
    struct node *next = atomic_load_explicit(&n->next, memory_order_acquire);
    if (!next) {
        struct node *me = n;
        if (atomic_compare_exchange_strong_explicit(&tail, &me, NULL, LEAVE, memory_order_relaxed))
            return;
        while (!(next = atomic_load_explicit(&n->next, memory_order_acquire)))
            ;
    }
    atomic_store_explicit(&next->waits, 0, HAND);
}

static void *work(void *p)
{
    struct node n;
    lock(&n);
    counter++;
    unlock(&n);
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(counter == 2);
    return 0;
}
