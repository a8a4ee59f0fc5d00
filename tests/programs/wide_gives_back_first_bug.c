/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A thread begins with a procedure that gives back the lock behind its parameter. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct queue {
    long pad;
    pthread_mutex_t lock;
    int size;
};

static struct queue jobs = {0, PTHREAD_MUTEX_INITIALIZER, 0}, done = {0, PTHREAD_MUTEX_INITIALIZER, 0};
static struct queue *spare;

/* Too large to be inlined. */
static void finish(struct queue *q, int k)
{
    int n = k, m = 1;
    while (n > 1) {
        m += n % 3 ? 2 * m : 7;
        n = n % 2 ? 3 * n + 1 : n / 2;
        if (m > 1000)
            m -= getpid() % 900;
        if (n > 100000)
            n = getpid() % 500;
        if (m % 7 == 3)
            m ^= n;
        if (m < 0)
            m = getpid() % 13;
    }
    if (m == getpid())
        abort();
    pthread_mutex_unlock(&q->lock);
}

static void *work(void *argument)
{
    pthread_mutex_lock(&jobs.lock);
    jobs.size++;
    finish(&jobs, getpid());
    pthread_mutex_lock(&done.lock);
    done.size++;
    finish(&done, getpid());
    return argument;
}

static void *begin(void *q)
{
    struct queue *queue = q;
    int n = getpid(), m = 1;
    while (n > 1) {
        m += n % 3 ? 2 * m : 7;
        n = n % 2 ? 3 * n + 1 : n / 2;
    }
    pthread_mutex_unlock(&queue->lock);
    return m ? q : NULL;
}

int main(void)
{
    pthread_t a, b, c;
    struct queue one = {0, PTHREAD_MUTEX_INITIALIZER, 0}, two = {0, PTHREAD_MUTEX_INITIALIZER, 0};
    spare = getpid() ? &one : &two;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&c, NULL, work, NULL);
    pthread_create(&b, NULL, begin, &jobs);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return jobs.size + done.size;
}
