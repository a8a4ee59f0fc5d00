/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* As wide_wrappers.c, but one of the functions in the table is called without the lock. */
#include <pthread.h>
struct queue { int length, limit; pthread_mutex_t guard; };
static struct queue jobs = {0, 10, PTHREAD_MUTEX_INITIALIZER};
static int enter(struct queue *q)
{
    int tries = 0;
    pthread_mutex_lock(&q->guard);
    while (tries < q->limit && q->length > tries)
        tries++;
    return tries;
}
static void leave(struct queue *q)
{
    if (q->length < 0)
        q->length = 0;
    pthread_mutex_unlock(&q->guard);
}
static void more(struct queue *q) { q->length++; }
static void less(struct queue *q) { q->length--; }
static void (*const operations[])(struct queue *) = {more, less};
static void *work(void *which)
{
    for (int i = 0; i < 2; i++) {
        enter(&jobs);
        operations[which != NULL](&jobs);
        leave(&jobs);
        if (which)
            operations[0](&jobs);
    }
    return NULL;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, &jobs);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return jobs.length;
}
