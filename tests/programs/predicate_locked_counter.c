/* heddle: reach=TRUE race=TRUE; engines: predicate */
/* Any number of threads count under a lock, with a counter that has no bound: what one has read stays true until it unlocks. */
#include <assert.h>
#include <pthread.h>

unsigned counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int __VERIFIER_nondet_int(void);

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    unsigned seen = counter;
    counter = seen + 1;
    assert(counter == seen + 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, NULL, worker, NULL);
    return 0;
}
