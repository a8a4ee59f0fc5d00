/* heddle: memory=FALSE; engines: auto; options: --memory-model=tso */
/* Store buffering with free between the store and the load: free empties no store buffer, so both threads may read 0. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;
static int first, second;
static int *a, *b;

static void *one(void *p)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    free(a);
    first = atomic_load_explicit(&y, memory_order_relaxed);
    return p;
}

static void *two(void *p)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    free(b);
    second = atomic_load_explicit(&x, memory_order_relaxed);
    return p;
}

int main(void)
{
    pthread_t s, t;
    a = malloc(4), b = malloc(4);
    int *c = malloc(sizeof *c);
    pthread_create(&s, 0, one, 0), pthread_create(&t, 0, two, 0);
    pthread_join(s, 0), pthread_join(t, 0);
    if (!first && !second)
        free(c);
    if (c)
        *c = 1;
    return 0;
}
