/* heddle: reach=TRUE race=FALSE; engines: predicate */
/* Of any number of threads only the one that counted first works; its variable is its own although it is global. */
#include <assert.h>
#include <pthread.h>

unsigned arrived, work;
int __VERIFIER_nondet_int(void);

void __VERIFIER_atomic_arrive(void)
{
    if (arrived < 1000)
        arrived++;
}

void *worker(void *unused)
{
    __VERIFIER_atomic_arrive();
    if (arrived == 1)
        for (;;) {
            unsigned seen = work;
            work = seen + 3;
            assert(work == seen + 3);
        }
    return unused;
}

int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, NULL, worker, NULL);
    return 0;
}
