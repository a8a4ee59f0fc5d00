/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Who finds a single job takes it and has the tail lead to its link. */
#include <pthread.h>
#include <stdlib.h>

struct job {
    struct job *next;
    int number, result;
};

static struct job *jobs, **tail = &jobs;
static int closed;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void put(int n)
{
    struct job *j = malloc(sizeof *j);
    j->number = n;
    j->next = NULL;
    pthread_mutex_lock(&guard);
    *tail = j;
    tail = &j->next;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&guard);
}

static struct job *take(void)
{
    pthread_mutex_lock(&guard);
    while (!jobs && !closed)
        pthread_cond_wait(&filled, &guard);
    struct job *j = jobs;
    if (j) {
        jobs = j->next;
        if (!jobs)
            tail = &j->next;
    }
    pthread_mutex_unlock(&guard);
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
    pthread_mutex_lock(&guard);
    closed = 1;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&guard);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
