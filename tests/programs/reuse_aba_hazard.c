/* heddle: reach=TRUE? memory=TRUE?; engines: explore; known: the top is compared with an address that may be freed by then, and not all blocks come back in the model */
/* A lock-free stack with a hazard pointer: what a thread in pop looks at is not freed, so it does not come back. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};
static _Atomic(struct node *) top, hazard;

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
    struct node *t = top, *next;
    hazard = t;
    if (t && top == t) {
        next = t->next;
        atomic_compare_exchange_strong(&top, &t, next);
    }
    hazard = NULL;
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
    if (a && hazard != a)
        free(a);
    c = malloc(sizeof *c);
    push(c);
    pthread_join(t, NULL);
    assert(!b || top != b);
    return 0;
}
