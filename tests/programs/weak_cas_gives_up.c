/* heddle: reach=FALSE race=TRUE; engines: explore bounded */
/* Three tries of a weak compare-and-swap are not enough: all may fail for no reason, though nobody else writes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int hits;

static void *worker(void *unused)
{
    int old = hits;
    for (int i = 0; i < 3; i++)
        if (atomic_compare_exchange_weak(&hits, &old, old + 1))
            break;
    return NULL;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    assert(hits == 1);
    return 0;
}
