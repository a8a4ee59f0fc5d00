/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* A function gives back what it is passed. */
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

__attribute__((noinline)) static struct job *square(struct pool *p, struct job *j)
{
    pthread_mutex_lock(&p->guard);
    j->result = j->number * j->number;
    pthread_mutex_unlock(&p->guard);
    return j;
}

static void *work(void *argument)
{
    struct pool *p = argument;
    struct job *j;
    while ((j = pool_take(p))) {
        struct job *k = square(p, j);
        k->result++;
        free(k);
    }
    return NULL;
}

int main(void)
{
    struct pool *p = pool_create();
    pthread_t workers[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&workers[i], NULL, work, p);
    for (int i = 0; i < 10; i++) {
        struct job *j = malloc(sizeof *j);
        if (!j)
            abort();
        j->number = i;
        pool_put(p, j);
    }
    pthread_mutex_lock(&p->guard);
    p->closed = 1;
    pthread_cond_broadcast(&p->filled);
    pthread_mutex_unlock(&p->guard);
    for (int i = 0; i < 3; i++)
        pthread_join(workers[i], NULL);
    return 0;
}
