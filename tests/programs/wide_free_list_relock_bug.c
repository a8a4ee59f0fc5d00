/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* What was first in the list is no longer, when a block is put before it: the lock was free in between. */
#include <pthread.h>
#include <stdlib.h>

struct block {
    struct block *next;
    int data;
};

static struct block *blocks;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static struct block *get(void)
{
    pthread_mutex_lock(&guard);
    struct block *b = blocks;
    if (b)
        blocks = b->next;
    else
        b = malloc(sizeof *b);
    pthread_mutex_unlock(&guard);
    return b;
}

static void put(struct block *b)
{
    pthread_mutex_lock(&guard);
    struct block *old = blocks;
    pthread_mutex_unlock(&guard);
    pthread_mutex_lock(&guard);
    b->next = old;
    blocks = b;
    pthread_mutex_unlock(&guard);
}

static void fill(struct block *b, int x) { b->data = x; }

static void *worker(void *unused)
{
    for (int i = 0; i < 3; i++) {
        struct block *b = get();
        fill(b, i);
        b->data++;
        put(b);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
