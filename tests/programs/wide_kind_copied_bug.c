/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A mutex becomes one that reports errors by assignment: locking it again fails, and the callee unlocks what its caller holds. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
struct guarded { pthread_mutex_t lock; int value; };
static struct guarded *both;
static void again(struct guarded *g, int n)
{
    pthread_mutex_lock(&g->lock);
    pthread_mutex_unlock(&g->lock);
    if (n > 0)
        again(g, n - 1);
}
static void *work(void *unused)
{
    struct guarded *g = both;
    pthread_mutex_lock(&g->lock);
    again(g, 1);
    g->value++;
    pthread_mutex_unlock(&g->lock);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_mutex_t special = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
    both = malloc(sizeof *both);
    both->lock = special;
    both->value = 0;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
