/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A function that never returns puts what it was passed into a list, and goes on with it. */
#include <pthread.h>
#include <stdlib.h>

struct job {
    struct job *next;
    int number, result;
};

static struct job *jobs;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static struct job *take(void)
{
    pthread_mutex_lock(&guard);
    struct job *j = jobs;
    if (j)
        jobs = j->next;
    pthread_mutex_unlock(&guard);
    return j;
}

static void *work(void *unused)
{
    struct job *j;
    while ((j = take())) {
        j->result += j->number;
        free(j);
    }
    return unused;
}

static struct job *made(int n)
{
    struct job *j = malloc(sizeof *j);
    if (!j)
        abort();
    j->number = n;
    j->result = 0;
    return j;
}

__attribute__((noinline)) static void put_last(struct job *j, int more)
{
    if (more)
        put_last(made(more), more - 1);
    pthread_mutex_lock(&guard);
    j->next = jobs;
    jobs = j;
    pthread_mutex_unlock(&guard);
    j->result++;
    pthread_exit(NULL);
}

static void *client(void *unused)
{
    put_last(made(1), 0);
    return unused;
}

int main(void)
{
    pthread_t a, b, c, d;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_create(&c, NULL, client, NULL);
    pthread_create(&d, NULL, client, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    pthread_join(d, NULL);
    return 0;
}
