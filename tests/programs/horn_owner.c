/* heddle: reach=TRUE; engines: horn */
/* Any number of threads move one end of an interval behind a flag that does not say who has set it; each looks at it first without. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int taken, low, high = 1000000;

void *worker(void *unused)
{
    if (low == high)
        return unused;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!taken);
    taken = 1;
    __VERIFIER_atomic_end();
    if (low < high)
        low++;
    assert(low <= high);
    taken = 0;
    return unused;
}

int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, 0, worker, 0);
    return 0;
}
