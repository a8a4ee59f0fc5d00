/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* Blocks of a static pool, linked through themselves while nobody has them. */
#include <pthread.h>
#include <stddef.h>
#define BLOCKS 3
union block {
    union block *next;
    int value;
};
static union block blocks[BLOCKS], *unused;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *take(void)
{
    pthread_mutex_lock(&lock);
    union block *b = unused;
    if (b)
        unused = b->next;
    pthread_mutex_unlock(&lock);
    return b ? &b->value : NULL;
}
static void give(int *p)
{
    union block *b = (union block *)p;
    pthread_mutex_lock(&lock);
    b->next = unused;
    unused = b;
    pthread_mutex_unlock(&lock);
}
static void *worker(void *arg)
{
    for (int i = 0; i < 2; i++) {
        int *p = take();
        if (!p)
            continue;
        *p = i;
        give(p);
    }
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < BLOCKS; i++)
        give(&blocks[i].value);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
