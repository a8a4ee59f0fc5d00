/* heddle: reach=TRUE; engines: horn */
/* Numbers without sign that grow to a bound of their own, far beyond what a number with sign can be. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

unsigned low, high;

void *worker(void *unused)
{
    for (;;) {
        unsigned seen = high;
        if (seen < 4000000000u)
            high = seen + 1;
        unsigned most = high;
        if (low < most && low < 100)
            low = 1;
        assert(high <= 4000000000u && low <= 1);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, 0, worker, 0);
    return 0;
}
