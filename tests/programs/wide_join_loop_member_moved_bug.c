/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The variable leads to another structure when they are joined; then main looks at the first. */
#include <pthread.h>
#include <stdlib.h>
struct pool {
    pthread_mutex_t lock;
    int total;
    int count;
    pthread_t *ids;
};
static struct pool *pool, *first;
static void *work(void *argument)
{
    struct pool *p = argument;
    pthread_mutex_lock(&p->lock);
    p->total++;
    pthread_mutex_unlock(&p->lock);
    return NULL;
}
int main(int argc, char **argv)
{
    int i;
    pool = malloc(sizeof *pool);
    if (!pool || !argv)
        return 1;
    pthread_mutex_init(&pool->lock, NULL);
    pool->total = 0;
    pool->count = argc;
    pool->ids = malloc(argc * sizeof *pool->ids);
    for (i = 0; i < pool->count; i++)
        if (pthread_create(&pool->ids[i], NULL, work, pool))
            exit(1);
    first = pool;
    pool = malloc(sizeof *pool);
    for (i = 0; i < pool->count; i++)
        pthread_join(pool->ids[i], NULL);
    pthread_mutex_destroy(&pool->lock);
    return first->total;
}
