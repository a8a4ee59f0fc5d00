/* A queue lock in which each waits at the node of the one before (Craig 1993; Magnusson, Landin and Hagersten, IPPS 1994).
   ask: race c11 TRUE
   ask: reach c11 TRUE
   ask: race c11 FALSE HAND=memory_order_relaxed
   ask: race c11 FALSE WAIT=memory_order_relaxed
   ask: reach tso TRUE
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef HAND
#define HAND memory_order_release
#endif
#ifndef WAIT
#define WAIT memory_order_acquire
#endif

struct node {
    atomic_int busy;
};
static struct node nodes[3];
static _Atomic(struct node *) tail = &nodes[2];
static int counter;

static void work(struct node *n)
{
    atomic_store_explicit(&n->busy, 1, memory_order_relaxed);
    struct node *before = atomic_exchange_explicit(&tail, n, memory_order_acq_rel);
    while (atomic_load_explicit(&before->busy, WAIT))
        ;
    counter++;
    atomic_store_explicit(&n->busy, 0, HAND);
}

static void *first(void *p)
{
    work(&nodes[0]);
    return p;
}

static void *second(void *p)
{
    work(&nodes[1]);
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(counter == 2);
    return 0;
}
