/* heddle: reach=TRUE; engines: horn auto */
/* Any number of threads count up to a bound that is an input, under a lock. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int counted, most;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    for (int i = 0; i < most; i++) {
        pthread_mutex_lock(&lock);
        if (counted < most)
            counted++;
        assert(counted >= 0 && counted <= most);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    most = __VERIFIER_nondet_int();
    if (most < 0)
        return 0;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, 0, worker, 0);
    return 0;
}
