/* heddle: reach=TRUE race=TRUE; engines: explore */
/* A lock-free stack: two threads push, main pops both. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};
struct node *_Atomic top;

static void *push(void *argument)
{
    struct node *n = malloc(sizeof *n);
    n->value = (int)(long)argument;
    n->next = atomic_load(&top);
    while (!atomic_compare_exchange_strong(&top, &n->next, n))
        ;
    return NULL;
}

static int pop(void)
{
    struct node *n = atomic_load(&top);
    while (n && !atomic_compare_exchange_strong(&top, &n, n->next))
        ;
    return n ? n->value : 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, push, (void *)1);
    pthread_create(&b, NULL, push, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int first = pop(), second = pop();
    assert(first + second == 3 && first != second && pop() == 0);
    return 0;
}
