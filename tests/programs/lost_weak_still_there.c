/* heddle: memory=UNKNOWN; engines: random; options: --leaks=lost; reason: no violation in drawn runs */
/* The thread that a thread has created may still be there when main returns, with the only pointer to its memory: that is not lost. It is not seen to have begun if it is
 * looked at before its creator is seen to have ended. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) before;

static void *second(void *p)
{
    int *mine = malloc(sizeof *mine);
    *mine = 1;
    int *old = atomic_exchange_explicit(&before, mine, memory_order_acq_rel);
    if (old)
        *old = 2;
    free(old);
    free(atomic_exchange_explicit(&before, NULL, memory_order_acq_rel));
    return p;
}

static void *first(void *p)
{
    pthread_t t;
    pthread_create(&t, 0, second, 0);
    pthread_detach(t);
    return p;
}

int main(int argc, char **argv)
{
    pthread_t t;
    pthread_create(&t, 0, first, argv);
    if (argc > 1)
        pthread_join(t, 0);
    else
        pthread_detach(t);
    return 0;
}
