/* heddle: reach=TRUE; engines: monotone */
/* n threads each add one in one step, and main, which alone knows n, looks at the sum. Threads that have ended are counted. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int x;

static void *adder(void *unused)
{
    __VERIFIER_atomic_begin();
    x = x + 1;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t id;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n >= 10000)
        return 0;
    for (int i = 0; i < n; i++)
        pthread_create(&id, 0, adder, 0);
    __VERIFIER_atomic_begin();
    int sum = x;
    __VERIFIER_atomic_end();
    assert(sum <= n);
    return 0;
}
