/* heddle: reach=TRUE race=TRUE; engines: auto */
/* A weak exchange may fail for no reason, any number of times, and the node is written before each attempt: what is written again is no progress. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    int value;
    struct node *next;
};
static _Atomic(struct node *) top;
static struct node a, b;

static void push(struct node *n, int value)
{
    struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
    n->value = value;
    do
        n->next = old;
    while (!atomic_compare_exchange_weak_explicit(&top, &old, n, memory_order_release, memory_order_relaxed));
}

static void *one(void *p)
{
    push(&a, 1);
    return p;
}

static void *two(void *p)
{
    push(&b, 2);
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, one, 0), pthread_create(&t, 0, two, 0);
    pthread_join(s, 0), pthread_join(t, 0);
    struct node *n = atomic_load_explicit(&top, memory_order_relaxed);
    assert(n && n->next && n->next != n && n->value + n->next->value == 3);
    return 0;
}
