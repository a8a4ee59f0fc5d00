/* A stack (Treiber, 1986). Who pops sees what was pushed if the push releases and the pop acquires. If two threads pop and free what they get,
   one of them reads a node that the other has freed, whatever the orders.
   ask: race c11 TRUE
   ask: race c11 FALSE PUSH=memory_order_relaxed
   ask: race c11 FALSE POP=memory_order_relaxed
   ask: reach c11 TRUE
   ask: memory c11 TRUE
   ask: memory c11 FALSE TWO
   ask: memory sc FALSE TWO
   ask: memory tso TRUE PUSH=memory_order_relaxed POP=memory_order_relaxed
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef PUSH
#define PUSH memory_order_release
#endif
#ifndef POP
#define POP memory_order_acquire
#endif

struct node {
    int value;
    struct node *next;
};
static _Atomic(struct node *) top;

static void push(int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        return;
    n->value = value;
    n->next = atomic_load_explicit(&top, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&top, &n->next, n, PUSH, memory_order_relaxed))
        ;
}

static void pop(void)
{
    struct node *n = atomic_load_explicit(&top, POP);
    while (n && !atomic_compare_exchange_weak_explicit(&top, &n, n->next, POP, POP))
        ;
    if (n) {
        assert(n->value == 1);
#ifdef TWO
        free(n);
#endif
    }
}

static void *pusher(void *p)
{
    push(1);
    return p;
}

static void *popper(void *p)
{
    pop();
    return p;
}

int main(void)
{
    pthread_t t[3];
#ifdef TWO
    push(1);
    pthread_create(&t[0], 0, popper, 0);
#else
    pthread_create(&t[0], 0, pusher, 0);
#endif
    pthread_create(&t[1], 0, pusher, 0);
    pthread_create(&t[2], 0, popper, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
