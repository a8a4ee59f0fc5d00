/* heddle: locks=FALSE reach=UNKNOWN; engines: explore bounded; reason: a mutex is used that nobody has initialised */
/* The queue is allocated and filled in, but its mutex is forgotten. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct queue {
    int size;
    pthread_mutex_t mutex;
};

static void *put(void *arg)
{
    struct queue *q = arg;
    pthread_mutex_lock(&q->mutex);
    q->size++;
    assert(q->size <= 2);
    pthread_mutex_unlock(&q->mutex);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    struct queue *q = malloc(sizeof *q);
    q->size = 0;
    pthread_create(&a, NULL, put, q);
    pthread_create(&b, NULL, put, q);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(q);
    return 0;
}
