/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The function is what a thread begins with, too: nobody says whose its argument is then. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/queue.h>

struct job {
    int number, result;
    STAILQ_ENTRY(job) link;
};

struct pool {
    STAILQ_HEAD(, job) jobs;
    int closed;
    pthread_mutex_t guard;
    pthread_cond_t filled;
};

static struct pool *pool_create(void)
{
    struct pool *p = calloc(1, sizeof *p);
    if (!p)
        abort();
    STAILQ_INIT(&p->jobs);
    pthread_mutex_init(&p->guard, NULL);
    pthread_cond_init(&p->filled, NULL);
    return p;
}

__attribute__((noinline)) static void pool_put(struct pool *p, struct job *j)
{
    pthread_mutex_lock(&p->guard);
    STAILQ_INSERT_TAIL(&p->jobs, j, link);
    pthread_cond_signal(&p->filled);
    pthread_mutex_unlock(&p->guard);
}

__attribute__((noinline)) static struct job *pool_take(struct pool *p)
{
    pthread_mutex_lock(&p->guard);
    while (STAILQ_EMPTY(&p->jobs) && !p->closed)
        pthread_cond_wait(&p->filled, &p->guard);
    struct job *j = STAILQ_FIRST(&p->jobs);
    if (j)
        STAILQ_REMOVE_HEAD(&p->jobs, link);
    pthread_mutex_unlock(&p->guard);
    return j;
}

static struct pool *the_pool;
static struct job *first;

__attribute__((noinline)) static void *put_first(void *argument)
{
    struct job *j = argument;
    pthread_mutex_lock(&the_pool->guard);
    STAILQ_INSERT_TAIL(&the_pool->jobs, j, link);
    pthread_mutex_unlock(&the_pool->guard);
    return NULL;
}

static void *work(void *argument)
{
    struct pool *p = argument;
    struct job *j;
    while ((j = pool_take(p))) {
        j->result = j->number * j->number;
        free(j);
    }
    return NULL;
}

int main(void)
{
    struct pool *p = pool_create();
    pthread_t workers[3], once;
    the_pool = p;
    first = calloc(1, sizeof *first);
    if (!first)
        abort();
    pthread_create(&once, NULL, put_first, first);
    for (int i = 0; i < 3; i++)
        pthread_create(&workers[i], NULL, work, p);
    for (int i = 0; i < 10; i++) {
        struct job *j = malloc(sizeof *j);
        if (!j)
            abort();
        j->number = i;
        pool_put(p, j);
    }
    first->number++;
    pthread_join(once, NULL);
    pthread_mutex_lock(&p->guard);
    p->closed = 1;
    pthread_cond_broadcast(&p->filled);
    pthread_mutex_unlock(&p->guard);
    for (int i = 0; i < 3; i++)
        pthread_join(workers[i], NULL);
    return 0;
}
