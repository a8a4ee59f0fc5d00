/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A thread is cancelled while a job is its own successor, and the handler gives the lock back: two workers get the job. */
#include <pthread.h>
#include <stdlib.h>

struct job {
    struct job *next;
    int number, result;
};

static struct job *jobs;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void put(int n)
{
    struct job *j = calloc(1, sizeof *j);
    if (!j)
        abort();
    pthread_mutex_lock(&guard);
    j->number = n;
    j->next = jobs;
    jobs = j;
    pthread_mutex_unlock(&guard);
}

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
    while ((j = take()))
        j->result++;
    return unused;
}

static void release(void *unused)
{
    pthread_mutex_unlock(&guard);
    (void)unused;
}

static void *shake(void *unused)
{
    pthread_mutex_lock(&guard);
    pthread_cleanup_push(release, NULL);
    struct job *j = jobs;
    if (j) {
        struct job *next = j->next;
        j->next = j;
        pthread_testcancel();
        j->next = next;
    }
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    put(1);
    put(2);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_create(&c, NULL, shake, NULL);
    pthread_cancel(c);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
