/* heddle: reach=TRUE; engines: explore */
/* Sixteen workers that are alike, with a counter of those at work: their order does not matter, so there are few states. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int at_work, closing;

static void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    if (closing) {
        __VERIFIER_atomic_end();
        return unused;
    }
    at_work++;
    __VERIFIER_atomic_end();
    assert(at_work >= 1 && at_work <= 16);
    __VERIFIER_atomic_begin();
    at_work--;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 16; i++)
        pthread_create(&t, NULL, worker, NULL);
    closing = 1;
    return 0;
}
