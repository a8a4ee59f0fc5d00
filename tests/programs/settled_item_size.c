/* heddle: reach=TRUE race=TRUE; engines: auto */
/* A queue of items of any size: that it was made for integers is known from what it was made with. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct queue {
    size_t item, capacity, in, out;
    char *items;
    pthread_mutex_t lock;
};

static struct queue *new_queue(size_t item, size_t capacity)
{
    struct queue *q = calloc(1, sizeof *q);
    if (!q)
        abort();
    q->item = item;
    q->capacity = capacity;
    q->items = malloc(item * capacity);
    if (!q->items)
        abort();
    pthread_mutex_init(&q->lock, NULL);
    return q;
}

static int put(struct queue *q, const void *item)
{
    pthread_mutex_lock(&q->lock);
    int room = q->in - q->out < q->capacity;
    if (room)
        memcpy(q->items + q->in++ % q->capacity * q->item, item, q->item);
    pthread_mutex_unlock(&q->lock);
    return room;
}

static int take(struct queue *q, void *item)
{
    pthread_mutex_lock(&q->lock);
    int any = q->in != q->out;
    if (any)
        memcpy(item, q->items + q->out++ % q->capacity * q->item, q->item);
    pthread_mutex_unlock(&q->lock);
    return any;
}

static void *produce(void *q)
{
    for (int i = 1; i <= 2; i++) {
        int item = 10 * i;
        while (!put(q, &item))
            ;
    }
    return NULL;
}

int main(void)
{
    struct queue *q = new_queue(sizeof(int), 2);
    pthread_t thread;
    pthread_create(&thread, NULL, produce, q);
    for (int i = 1; i <= 2; i++) {
        int item;
        while (!take(q, &item))
            ;
        assert(item == 10 * i);
    }
    pthread_join(thread, NULL);
    return 0;
}
