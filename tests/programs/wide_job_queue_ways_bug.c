/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A function with too many ways through it to be followed puts a job into the queue twice. */
#include <pthread.h>
#include <stdlib.h>

struct job {
    struct job *next;
    int data, done;
};

struct queue {
    struct job *head, *tail;
    int closed;
    pthread_mutex_t guard;
    pthread_cond_t filled;
};

static struct queue q = {.guard = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER};

static void put(struct queue *q, int x)
{
    struct job *j = malloc(sizeof *j);
    j->data = x;
    j->next = NULL;
    pthread_mutex_lock(&q->guard);
    if (!q->head)
        q->head = j;
    else
        q->tail->next = j;
    q->tail = j;
    pthread_cond_signal(&q->filled);
    pthread_mutex_unlock(&q->guard);
}

static struct job *take(struct queue *q)
{
    struct job *j;
    pthread_mutex_lock(&q->guard);
    while (!q->head && !q->closed)
        pthread_cond_wait(&q->filled, &q->guard);
    j = q->head;
    if (j) {
        q->head = j->next;
        if (!q->head)
            q->tail = NULL;
    }
    pthread_mutex_unlock(&q->guard);
    return j;
}

static void mix(struct queue *q, int c)
{
    struct job *a = NULL, *b = NULL, *d = NULL, *e = NULL, *f = NULL;
    if (c & 1)
        a = malloc(sizeof *a);
    if (c & 2)
        b = malloc(sizeof *b);
    if (c & 4)
        d = malloc(sizeof *d);
    if (c & 8)
        e = malloc(sizeof *e);
    if (c & 16)
        f = malloc(sizeof *f);
    if (a && b && d && e && f) {
        a->next = NULL;
        pthread_mutex_lock(&q->guard);
        if (!q->head)
            q->head = a;
        else
            q->tail->next = a;
        q->tail = a;
        pthread_cond_signal(&q->filled);
        pthread_mutex_unlock(&q->guard);
        a->next = NULL;
        pthread_mutex_lock(&q->guard);
        if (!q->head)
            q->head = a;
        else
            q->tail->next = a;
        q->tail = a;
        pthread_cond_signal(&q->filled);
        pthread_mutex_unlock(&q->guard);
        b->data = d->data = e->data = f->data = 1;
    }
}

static void *worker(void *unused)
{
    struct job *j;
    while ((j = take(&q))) {
        j->done = 1;
        j->data++;
        free(j);
    }
    return unused;
}

int main(int count, char **arguments)
{
    pthread_t a, b;
    (void)arguments;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        put(&q, i), mix(&q, count);
    pthread_mutex_lock(&q.guard);
    q.closed = 1;
    pthread_cond_broadcast(&q.filled);
    pthread_mutex_unlock(&q.guard);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
