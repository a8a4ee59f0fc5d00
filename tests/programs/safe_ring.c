/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* Numbers from malloc go through a ring of four under a lock; who takes one frees it. */
#include <pthread.h>
#include <stdlib.h>
#define SIZE 4
struct ring {
    pthread_mutex_t lock;
    pthread_cond_t full, empty;
    int *items[SIZE];
    unsigned head, tail;
};
static struct ring r = {.lock = PTHREAD_MUTEX_INITIALIZER, .full = PTHREAD_COND_INITIALIZER, .empty = PTHREAD_COND_INITIALIZER};
static void push(struct ring *q, int *p)
{
    pthread_mutex_lock(&q->lock);
    while (q->head - q->tail == SIZE)
        pthread_cond_wait(&q->full, &q->lock);
    q->items[q->head++ % SIZE] = p;
    pthread_cond_signal(&q->empty);
    pthread_mutex_unlock(&q->lock);
}
static int *pop(struct ring *q)
{
    pthread_mutex_lock(&q->lock);
    while (q->head == q->tail)
        pthread_cond_wait(&q->empty, &q->lock);
    int *p = q->items[q->tail++ % SIZE];
    pthread_cond_signal(&q->full);
    pthread_mutex_unlock(&q->lock);
    return p;
}
static void *consumer(void *arg)
{
    long *sum = arg;
    for (;;) {
        int *p = pop(&r);
        if (!p)
            break;
        *sum += *p;
        free(p);
    }
    return NULL;
}
int main(void)
{
    pthread_t t;
    long sum = 0;
    pthread_create(&t, NULL, consumer, &sum);
    for (int i = 0; i < 6; i++) {
        int *p = malloc(sizeof *p);
        *p = i;
        push(&r, p);
    }
    push(&r, NULL);
    pthread_join(t, NULL);
    return sum != 15;
}
