/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Weak compare-and-swap in loops, several times in each thread: however often it fails for no reason, every increment counts. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int hits;

static void *worker(void *unused)
{
    for (int i = 0; i < 2; i++) {
        int old = hits;
        while (!atomic_compare_exchange_weak(&hits, &old, old + 1))
            ;
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(hits == 4);
    return 0;
}
