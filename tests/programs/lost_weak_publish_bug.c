/* heddle: memory=FALSE; options: --leaks=lost */
/* Both may find nothing and publish what they have made: what came first is lost in the end. The variable is looked at with the orders of C's memory model. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) cache;

static void *thread(void *p)
{
    int *known = atomic_load_explicit(&cache, memory_order_acquire);
    if (known)
        return known;
    known = calloc(4, sizeof *known);
    atomic_store_explicit(&cache, known, memory_order_release);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
