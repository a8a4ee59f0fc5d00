/* heddle: locks=TRUE reach=TRUE; engines: explore */
/* The ways to initialise what lies in allocated memory or in a local variable: the function, calloc, memset, assignment, a copy of all of it. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

struct counter {
    pthread_mutex_t mutex;
    int n;
};

static struct counter model = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void count(struct counter *c)
{
    pthread_mutex_lock(&c->mutex);
    c->n++;
    assert(c->n == 1);
    pthread_mutex_unlock(&c->mutex);
}

int main(void)
{
    struct counter *a = calloc(1, sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c), *d = malloc(sizeof *d);
    struct counter e = {.n = 0}, *f = malloc(sizeof *f);
    sem_t *s = malloc(sizeof *s);
    pthread_cond_t *v = malloc(sizeof *v);
    memset(b, 0, sizeof *b);
    memcpy(c, &model, sizeof *c);
    *d = (struct counter){.mutex = PTHREAD_MUTEX_INITIALIZER};
    pthread_mutex_init(&f->mutex, NULL);
    f->n = 0;
    count(a), count(b), count(c), count(d), count(&e), count(f);
    sem_init(s, 0, 1);
    sem_wait(s);
    pthread_cond_init(v, NULL);
    pthread_cond_signal(v);
    return 0;
}
