/* heddle: reach=TRUE; engines: predicate */
/* A lock that is a flag and does not say who holds it, taken by any number of threads: the proof needs to know its owner. */
#include <assert.h>
#include <stdatomic.h>
#include <pthread.h>

atomic_int taken;
atomic_uint value;
int __VERIFIER_nondet_int(void);

void *worker(void *unused)
{
    int is_free = 0;
    while (!atomic_compare_exchange_strong(&taken, &is_free, 1))
        is_free = 0;
    unsigned seen = value;
    value = seen + 5;
    assert(value == seen + 5);
    taken = 0;
    return unused;
}

int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, NULL, worker, NULL);
    return 0;
}
