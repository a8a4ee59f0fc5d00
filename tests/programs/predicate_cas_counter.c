/* heddle: reach=TRUE race=FALSE; engines: predicate; options: -m32 */
/* Any number of threads add to two counters by compare-and-swap on the first: the proof needs that the two are equal. */
#include <assert.h>
#include <pthread.h>

unsigned s, m;
int __VERIFIER_nondet_int(void);

int __VERIFIER_atomic_advance(unsigned seen)
{
    if (s != seen)
        return 0;
    s = seen + 1;
    m = m + 1;
    return 1;
}

void __VERIFIER_atomic_check(void) { assert(s == m); }

void *worker(void *unused)
{
    unsigned seen;
    do {
        seen = s;
    } while (!__VERIFIER_atomic_advance(seen));
    __VERIFIER_atomic_check();
    return unused;
}

int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, NULL, worker, NULL);
    return 0;
}
