/* heddle: memory=TRUE; engines: explore; options: --leaks=lost */
/* As leak_nodes.c, but the list is left to the end of the program: the variable leads to it. */
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int *value;
};

static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        return;
    n->value = malloc(sizeof *n->value);
    if (n->value)
        *n->value = value;
    pthread_mutex_lock(&lock);
    n->next = head;
    head = n;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *unused)
{
    push(1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    push(2);
    pthread_join(t, NULL);
    if (0) {
        struct node *n = head;
        head = n->next;
        free(n->value);
        free(n);
    }
    return 0;
}
