/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* Workers take from the bottom of their own deque and from the top of the other, by indices that stay in bounds. */
#include <pthread.h>
#include <stdlib.h>
#define WORKERS 2
#define ROOM 4
struct task {
    void (*run)(int *);
    int *arg;
};
struct deque {
    pthread_mutex_t lock;
    struct task items[ROOM];
    int bottom, top;
};
static struct deque deques[WORKERS];
static int results[4];
static void increment(int *p) { *p += 1; }
static int pop(struct deque *d, struct task *t)
{
    int found = 0;
    pthread_mutex_lock(&d->lock);
    if (d->bottom > d->top) {
        *t = d->items[--d->bottom];
        found = 1;
    }
    pthread_mutex_unlock(&d->lock);
    return found;
}
static int steal(struct deque *d, struct task *t)
{
    int found = 0;
    pthread_mutex_lock(&d->lock);
    if (d->bottom > d->top) {
        *t = d->items[d->top++];
        found = 1;
    }
    pthread_mutex_unlock(&d->lock);
    return found;
}
static void *worker(void *arg)
{
    int me = *(int *)arg;
    struct task t;
    while (pop(&deques[me], &t) || steal(&deques[(me + 1) % WORKERS], &t))
        t.run(t.arg);
    return NULL;
}
int main(void)
{
    pthread_t t[WORKERS];
    int id[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_mutex_init(&deques[i].lock, NULL);
    for (int i = 0; i < 4; i++) {
        struct deque *d = &deques[i % WORKERS];
        d->items[d->bottom++] = (struct task){increment, &results[i]};
    }
    for (int i = 0; i < WORKERS; i++) {
        id[i] = i;
        pthread_create(&t[i], NULL, worker, &id[i]);
    }
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], NULL);
    return results[0] + results[1] + results[2] + results[3] != 4;
}
