/* heddle: locks=TRUE; engines: wide; options: --undefined=assume */
/* Locks used as they must be: through wrappers, in objects, tried, waited with, destroyed when nobody is there. */
#include <pthread.h>
#include <stdlib.h>
struct queue { pthread_mutex_t lock; pthread_cond_t more; int count; struct queue *next; };
static pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static struct queue *first;
static int total;
static void take(struct queue *q) { pthread_mutex_lock(&q->lock); }
static void give(struct queue *q) { pthread_mutex_unlock(&q->lock); }
static void put(struct queue *q)
{
    take(q);
    q->count++;
    pthread_cond_signal(&q->more);
    give(q);
}
static int get(struct queue *q)
{
    take(q);
    while (!q->count)
        pthread_cond_wait(&q->more, &q->lock);
    if (--q->count > 7) {
        give(q);
        return 1;
    }
    give(q);
    return 0;
}
static void *work(void *unused)
{
    pthread_mutex_lock(&all);
    for (struct queue *q = first; q; q = q->next)
        put(q);
    pthread_mutex_unlock(&all);
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_unlock(&table);
    if (!pthread_mutex_trylock(&all)) {
        total++;
        pthread_mutex_unlock(&all);
    }
    return unused;
}
int main(void)
{
    pthread_t a, b;
    first = malloc(sizeof *first);
    pthread_mutex_init(&first->lock, NULL);
    pthread_cond_init(&first->more, NULL);
    first->count = 0;
    first->next = NULL;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    get(first);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_rwlock_wrlock(&table);
    pthread_rwlock_unlock(&table);
    pthread_rwlock_destroy(&table);
    pthread_mutex_destroy(&first->lock);
    return 0;
}
