/* heddle: reach=FALSE memory=FALSE; engines: explore bounded */
/* A lock-free stack that frees what it pops: a thread that was in pop finds an old top that has come back from malloc, and puts the node behind it on the stack again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};
static _Atomic(struct node *) top;

static void push(struct node *n)
{
    struct node *t = top;
    do
        n->next = t;
    while (!atomic_compare_exchange_strong(&top, &t, n));
}

static struct node *pop_once(void)
{
    struct node *t = top, *next;
    if (!t)
        return NULL;
    next = t->next;
    return atomic_compare_exchange_strong(&top, &t, next) ? t : NULL;
}

static void *popper(void *unused)
{
    pop_once();
    return unused;
}

int main(void)
{
    pthread_t t;
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c;
    push(b);
    push(a);
    pthread_create(&t, NULL, popper, NULL);
    a = pop_once();
    b = pop_once();
    free(a);
    c = malloc(sizeof *c);
    push(c);
    pthread_join(t, NULL);
    assert(!b || top != b);
    return 0;
}
