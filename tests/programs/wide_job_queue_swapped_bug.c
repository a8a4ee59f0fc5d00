/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The first two jobs change their places: the tail may lead to the first one then. */
#include <pthread.h>
#include <stdlib.h>

struct job {
    struct job *next;
    int data, done;
};

static struct queue { struct job *head, *tail; int closed; pthread_mutex_t guard; pthread_cond_t filled; } q = {.guard = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER};

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

static void swap(struct queue *q)
{
    pthread_mutex_lock(&q->guard);
    struct job *a = q->head;
    if (a) {
        struct job *b = a->next;
        if (b) {
            a->next = b->next;
            b->next = a;
            q->head = b;
        }
    }
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

static void *worker(void *unused)
{
    struct job *j;
    while ((j = take(&q))) {
        j->next = NULL;
        j->done = 1;
        j->data++;
        free(j);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    for (int i = 0; i < 20; i++) {
        put(&q, i);
        swap(&q);
    }
    pthread_mutex_lock(&q.guard);
    q.closed = 1;
    pthread_cond_broadcast(&q.filled);
    pthread_mutex_unlock(&q.guard);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
