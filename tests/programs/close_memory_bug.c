/* heddle: race=FALSE; engines: auto; options: --resolution=close --undefined=assume */
/* make(), which could be cut, gives both threads the same memory. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};
static struct node *first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct node *make(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += i * i;
        printf("%d of %d\n", sum, n);
    }
    for (int i = 0; i < n; i++)
        sum ^= i << 3;
    if (!first) {
        first = malloc(sizeof *first);
        if (!first)
            abort();
        first->value = sum;
        first->next = 0;
    }
    return first;
}

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    struct node *node = make(4);
    pthread_mutex_unlock(&lock);
    node->value++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&lock);
    struct node *node = make(3);
    pthread_mutex_unlock(&lock);
    node->value = 3;
    pthread_join(thread, 0);
    return 0;
}
