/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A recursive mutex is not taken for a normal one, in a structure of which other members begin with values. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

struct job {
    struct job *next;
    int number, result;
};

static struct job *jobs, **tail = &jobs;
static int closed;
static struct {
    int limit;
    pthread_mutex_t guard;
} pool = {7, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void put(int n)
{
    struct job *j = malloc(sizeof *j);
    j->number = n;
    j->next = NULL;
    pthread_mutex_lock(&pool.guard);
    *tail = j;
    tail = &j->next;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&pool.guard);
}

static struct job *take(void)
{
    pthread_mutex_lock(&pool.guard);
    while (!jobs && !closed)
        pthread_cond_wait(&filled, &pool.guard);
    struct job *j = jobs;
    if (j) {
        jobs = j->next;
        if (!jobs)
            tail = &jobs;
    }
    pthread_mutex_unlock(&pool.guard);
    return j;
}

static void *work(void *unused)
{
    struct job *j;
    while ((j = take())) {
        j->next = NULL;
        j->result = j->number * j->number;
        free(j);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    for (int i = 0; i < 10; i++)
        put(i);
    pthread_mutex_lock(&pool.guard);
    closed = 1;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&pool.guard);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
