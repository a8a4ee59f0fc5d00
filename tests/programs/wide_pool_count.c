/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* A pool that is made in one function, which may fail, and ended in another one. It keeps how many threads there are; jobs are structures that are written as a whole. */
#include <pthread.h>
#include <stdlib.h>
struct job {
    void (*run)(void *);
    void *data;
    struct job *next;
};
struct pool {
    pthread_mutex_t m;
    pthread_cond_t work;
    struct job *first, **last;
    int stop, count;
    pthread_t *ids;
};
static void *work(void *a)
{
    struct pool *p = a;
    pthread_mutex_lock(&p->m);
    for (;;) {
        while (!p->first && !p->stop)
            pthread_cond_wait(&p->work, &p->m);
        struct job *j = p->first;
        if (!j)
            break;
        p->first = j->next;
        if (!p->first)
            p->last = &p->first;
        pthread_mutex_unlock(&p->m);
        j->run(j->data);
        free(j);
        pthread_mutex_lock(&p->m);
    }
    pthread_mutex_unlock(&p->m);
    return 0;
}
static struct pool *pool_new(int n)
{
    struct pool *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->count = n;
    pthread_mutex_init(&p->m, NULL);
    pthread_cond_init(&p->work, NULL);
    p->last = &p->first;
    p->ids = calloc((size_t)n, sizeof *p->ids);
    if (!p->ids) {
        free(p);
        return NULL;
    }
    for (long i = 0; i < n; i++)
        pthread_create(&p->ids[i], NULL, work, p);
    return p;
}
static void pool_add(struct pool *p, void (*run)(void *), void *data)
{
    struct job *j = malloc(sizeof *j);
    if (!j)
        return;
    *j = (struct job){run, data, NULL};
    pthread_mutex_lock(&p->m);
    *p->last = j;
    p->last = &j->next;
    pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->m);
}
static void pool_end(struct pool *p)
{
    pthread_mutex_lock(&p->m);
    p->stop = 1;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->m);
    for (int i = 0; i < p->count; i++)
        pthread_join(p->ids[i], NULL);
    pthread_mutex_destroy(&p->m);
    pthread_cond_destroy(&p->work);
    free(p->ids);
    free(p);
}
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long sum;
static void add(void *data)
{
    pthread_mutex_lock(&m);
    sum += (long)data;
    pthread_mutex_unlock(&m);
}
int main(void)
{
    struct pool *p = pool_new(4);
    if (!p)
        return 1;
    for (long i = 0; i < 10; i++)
        pool_add(p, add, (void *)i);
    pool_end(p);
    return (int)sum;
}
