/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* wide_two_queues.c, but main takes from the other one, without the lock. */
#include <pthread.h>
#include <stdlib.h>
struct queue { void *slots[8]; long count; };
struct text { char *begin, *end; long size; };
static struct queue mine, yours;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char letters[16];
static void put(struct queue *q, void *x)
{
    long at = q->count;
    while (at > 0 && q->slots[at - 1] == NULL)
        at--;
    for (long k = q->count; k > at; k--)
        q->slots[k] = q->slots[k - 1];
    if (at < 8)
        q->slots[at] = x;
    q->count = q->count < 7 ? q->count + 1 : 7;
}
static void *get(struct queue *q)
{
    void *x = q->slots[0];
    for (long k = 1; k < q->count; k++)
        q->slots[k - 1] = q->slots[k];
    q->count = q->count > 0 ? q->count - 1 : 0;
    return x;
}
static void *work(void *unused)
{
    struct text *t = malloc(sizeof *t);
    t->begin = letters;
    t->end = letters + 8;
    t->size = t->end - t->begin;
    pthread_mutex_lock(&lock);
    put(&yours, t);
    put(&yours, t);
    t = get(&yours);
    if (t)
        t->size++;
    get(&yours);
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    long *number = malloc(sizeof *number);
    put(&mine, number);
    put(&mine, number);
    number = get(&yours);
    if (number)
        *number = 1;
    get(&mine);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
