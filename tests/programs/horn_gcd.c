/* heddle: reach=TRUE; engines: horn */
/* Any number of threads compute the greatest common divisor of two inputs under a lock: neither becomes 0. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int a, b;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        if (a > b)
            a -= b;
        else if (b > a)
            b -= a;
        assert(a > 0 && b > 0);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    a = __VERIFIER_nondet_int();
    b = __VERIFIER_nondet_int();
    if (a <= 0 || b <= 0)
        return 0;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, 0, worker, 0);
    return 0;
}
