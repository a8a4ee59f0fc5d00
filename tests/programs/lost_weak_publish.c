/* heddle: memory=TRUE; options: --leaks=lost */
/* Who comes second frees what it has made: what the variable leads to in the end is not lost. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) cache;

static void *thread(void *p)
{
    int *none = NULL, *known = atomic_load_explicit(&cache, memory_order_acquire);
    if (known)
        return known;
    known = calloc(4, sizeof *known);
    if (!atomic_compare_exchange_strong_explicit(&cache, &none, known, memory_order_release, memory_order_relaxed))
        free(known);
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
