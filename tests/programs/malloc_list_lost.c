/* heddle: reach=FALSE race=FALSE; engines: explore */
/* The same without the lock: a node gets lost. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};
struct node *head;

static void *push(void *argument)
{
    struct node *n = malloc(sizeof *n);
    n->value = (int)(long)argument;
    n->next = head;
    head = n;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, push, (void *)1);
    pthread_create(&b, NULL, push, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(head->next != NULL);
    return 0;
}
