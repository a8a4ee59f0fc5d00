/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* Buffers go round through a list of full ones and a list of free ones, with a lock each. */
#include <pthread.h>
#include <stdlib.h>

struct piece {
    struct piece *next;
    int length;
    char data[8];
};

struct pool {
    struct piece *free, *full;
    int done;
    pthread_mutex_t free_guard, full_guard;
    pthread_cond_t filled;
};

static struct piece *take(struct piece **list)
{
    struct piece *p = *list;
    if (p)
        *list = p->next;
    return p;
}

static int sum(const char *data, int length)
{
    int s = 0;
    for (int i = 0; i < length; i++)
        s += data[i];
    return s;
}

static void *reader(void *x)
{
    struct pool *q = x;
    for (;;) {
        pthread_mutex_lock(&q->full_guard);
        while (!q->full && !q->done)
            pthread_cond_wait(&q->filled, &q->full_guard);
        struct piece *p = take(&q->full);
        pthread_mutex_unlock(&q->full_guard);
        if (!p)
            return NULL;
        p->length = sum(p->data, p->length);
        pthread_mutex_lock(&q->free_guard);
        p->next = q->free;
        q->free = p;
        pthread_mutex_unlock(&q->free_guard);
    }
}

int main(void)
{
    struct pool q = {0};
    pthread_t a, b;
    pthread_mutex_init(&q.free_guard, NULL);
    pthread_mutex_init(&q.full_guard, NULL);
    pthread_cond_init(&q.filled, NULL);
    pthread_create(&a, NULL, reader, &q);
    pthread_create(&b, NULL, reader, &q);
    for (int i = 0; i < 10; i++) {
        pthread_mutex_lock(&q.free_guard);
        struct piece *p = take(&q.free);
        pthread_mutex_unlock(&q.free_guard);
        if (!p)
            p = malloc(sizeof *p);
        p->length = 8;
        for (int k = 0; k < 8; k++)
            p->data[k] = 1;
        pthread_mutex_lock(&q.full_guard);
        p->next = q.full;
        q.full = p;
        pthread_cond_signal(&q.filled);
        pthread_mutex_unlock(&q.full_guard);
    }
    pthread_mutex_lock(&q.full_guard);
    q.done = 1;
    pthread_cond_broadcast(&q.filled);
    pthread_mutex_unlock(&q.full_guard);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
