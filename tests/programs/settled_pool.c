/* heddle: reach=TRUE race=TRUE memory=TRUE; engines: auto */
/* The number of threads is kept in the pool itself, which is why it is known: it is set once, before the first of them runs. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pool {
    size_t count;
    pthread_t *workers;
    pthread_mutex_t lock;
    int done;
};

static void *work(void *argument)
{
    struct pool *pool = argument;
    pthread_mutex_lock(&pool->lock);
    pool->done++;
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static struct pool *start(size_t count)
{
    struct pool *pool = malloc(sizeof *pool);
    if (!pool)
        abort();
    pool->count = count;
    pool->done = 0;
    pthread_mutex_init(&pool->lock, NULL);
    pool->workers = malloc(count * sizeof *pool->workers);
    if (!pool->workers)
        abort();
    for (size_t i = 0; i < pool->count; i++)
        pthread_create(&pool->workers[i], NULL, work, pool);
    return pool;
}

static int finish(struct pool *pool)
{
    for (size_t i = 0; i < pool->count; i++)
        pthread_join(pool->workers[i], NULL);
    int done = pool->done;
    free(pool->workers);
    free(pool);
    return done;
}

int main(void)
{
    struct pool *pool = start(3);
    assert(finish(pool) == 3);
    return 0;
}
