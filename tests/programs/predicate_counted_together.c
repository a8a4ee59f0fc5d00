/* heddle: reach=TRUE; engines: predicate; options: --no-assume-flow */
/* Two counters that two threads count together, under a lock, for as long as they like. That they are equal is nowhere in the
 * program, and going backwards from the assertion gives one predicate more for every round of the loop: it takes an
 * interpolant to see it. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
int x, y, limit;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *counts(void *arg)
{
    while (__VERIFIER_nondet_int()) {
        pthread_mutex_lock(&m);
        x++;
        y++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    limit = __VERIFIER_nondet_int();
    pthread_create(&a, 0, counts, 0);
    pthread_create(&b, 0, counts, 0);
    pthread_mutex_lock(&m);
    if (x == limit)
        assert(y == limit);
    pthread_mutex_unlock(&m);
    return 0;
}
