/* heddle: reach=TRUE; engines: horn */
/* A flag that is awaited and set in one step lets one of any number of threads in; sums are made in several steps. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int taken, inside;

void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!taken);
    taken = 1;
    __VERIFIER_atomic_end();
    inside++;
    assert(inside == 1);
    inside--;
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
