/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* A doubly linked list with a head of its own kind: the last one is taken for a new key. */
#include <pthread.h>
#include <stdlib.h>
struct item {
    struct item *before, *after;
    int key;
};
static struct item ring = {&ring, &ring, 0};
static int size;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void unlink_item(struct item *i)
{
    i->before->after = i->after;
    i->after->before = i->before;
}
static void push_front(struct item *i)
{
    i->after = ring.after;
    i->before = &ring;
    ring.after->before = i;
    ring.after = i;
}
static void touch(int key)
{
    pthread_mutex_lock(&lock);
    struct item *i = ring.after;
    while (i != &ring && i->key != key)
        i = i->after;
    if (i != &ring)
        unlink_item(i);
    else if (size < 2) {
        i = malloc(sizeof *i);
        size++;
    } else {
        i = ring.before;
        unlink_item(i);
    }
    i->key = key;
    push_front(i);
    pthread_mutex_unlock(&lock);
}
static void *worker(void *arg)
{
    int base = *(int *)arg;
    touch(base);
    touch(base + 1);
    return NULL;
}
int main(void)
{
    pthread_t t[2];
    int base[2] = {1, 2};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &base[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    while (ring.after != &ring) {
        struct item *i = ring.after;
        unlink_item(i);
        free(i);
    }
    return 0;
}
