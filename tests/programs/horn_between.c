/* heddle: reach=TRUE; engines: horn */
/* Any number of threads count what they have begun, and later what they have done: how far the two numbers are apart is
 * how many threads are between, and neither wraps around. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

unsigned begun, done;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    while (__VERIFIER_nondet_int()) {
        pthread_mutex_lock(&lock);
        __VERIFIER_assume(begun < 4000000000u);
        begun++;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        assert(done < begun);
        done++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
