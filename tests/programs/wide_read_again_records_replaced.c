/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The first record is put where another one was: two threads get it. */
#include <pthread.h>
#include <stdlib.h>
struct pool;
struct worker { int number; pthread_t id; struct pool *pool; };
struct pool { pthread_mutex_t m; int alive; struct worker **workers; };
static void *work(void *p)
{
    struct worker *me = p;
    pthread_mutex_lock(&me->pool->m);
    me->pool->alive += me->number;
    pthread_mutex_unlock(&me->pool->m);
    me->number = 0;
    return NULL;
}
static int begin(struct pool *pool, struct worker **at, int number)
{
    *at = malloc(sizeof **at);
    if (!*at)
        return -1;
    (*at)->pool = pool;
    (*at)->number = number;
    if (number)
        *at = pool->workers[0];
    return pthread_create(&(*at)->id, NULL, work, *at);
}
int main(int argc, char **argv)
{
    (void)argv;
    struct pool *pool = malloc(sizeof *pool);
    if (!pool)
        return 1;
    pool->alive = 0;
    pthread_mutex_init(&pool->m, NULL);
    pool->workers = malloc((size_t)argc * sizeof *pool->workers);
    if (!pool->workers)
        return 1;
    for (int k = 0; k < argc; k++)
        begin(pool, &pool->workers[k], k);
    return 0;
}
