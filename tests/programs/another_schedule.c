/* heddle: reach=FALSE; engines: modular bounded predicate auto */
/* Schedules through the unknown function show nothing, but there are others that do not get there: they have to be found. */
#include <assert.h>
#include <pthread.h>

extern int measure(int); /* declared, and not defined anywhere */
int __VERIFIER_nondet_int(void);
int limit = 1, shared;

void *worker(void *unused)
{
    shared++;
    return unused;
}

int main(void)
{
    pthread_t t;
    if (__VERIFIER_nondet_int() == 7)
        limit = 2;
    else
        limit = measure(limit);
    pthread_create(&t, 0, worker, 0);
    shared++;
    pthread_join(t, 0);
    assert(shared >= limit);
    return 0;
}
