/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* A stack of nodes under a lock; who takes one off frees it, outside of the lock. */
#include <pthread.h>
#include <stdlib.h>
struct node {
    int value;
    struct node *next;
};
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void add(int v)
{
    struct node *n = malloc(sizeof *n);
    n->value = v;
    pthread_mutex_lock(&lock);
    n->next = head;
    head = n;
    pthread_mutex_unlock(&lock);
}
static int take(int *v)
{
    pthread_mutex_lock(&lock);
    struct node *n = head;
    if (n)
        head = n->next;
    pthread_mutex_unlock(&lock);
    if (!n)
        return 0;
    *v = n->value;
    free(n);
    return 1;
}
static void *producer(void *p)
{
    for (int i = 0; i < 3; i++)
        add(i);
    return p;
}
static void *consumer(void *p)
{
    int v, n = 0;
    while (n < 3)
        if (take(&v))
            n++;
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
