/* Threads that push, and one that takes everything: no node is read before it was written.
   ask: race c11 TRUE
   ask: race c11 FALSE PUSH=memory_order_relaxed
   ask: race c11 FALSE TAKE=memory_order_relaxed
*/
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#ifndef PUSH
#define PUSH memory_order_release
#endif
#ifndef TAKE
#define TAKE memory_order_acquire
#endif

struct node {
    struct node *next;
    int value;
};
static _Atomic(struct node *) top;

static void *push(void *p)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        return p;
    n->value = 1;
    struct node *seen = atomic_load_explicit(&top, memory_order_relaxed);
    do
        n->next = seen;
    while (!atomic_compare_exchange_weak_explicit(&top, &seen, n, PUSH, memory_order_relaxed));
    return p;
}

int main(void)
{
    pthread_t t;
    int sum = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&t, 0, push, 0);
    for (struct node *n = atomic_exchange_explicit(&top, NULL, TAKE); n; n = n->next)
        sum += n->value;
    return sum;
}
