/* heddle: reach=TRUE race=TRUE; engines: explore */
/* A linked list built under a lock by two threads. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};
struct node *head;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *argument)
{
    struct node *n = malloc(sizeof *n);
    n->value = (int)(long)argument;
    pthread_mutex_lock(&m);
    n->next = head;
    head = n;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, push, (void *)1);
    pthread_create(&b, NULL, push, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(head != NULL && head->next != NULL && head->next->next == NULL);
    assert(head->value + head->next->value == 3);
    free(head->next);
    free(head);
    return 0;
}
