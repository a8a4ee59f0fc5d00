/* heddle: reach=FALSE; engines: monotone */
/* The same with one thread more than that. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int x, n;

static void *observer(void *unused)
{
    assert(x <= n);
    return unused;
}

static void *adder(void *unused)
{
    int seen = x;
    x = seen + 1;
    return unused;
}

int main(void)
{
    pthread_t id;
    n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 1000000)
        return 0;
    pthread_create(&id, 0, observer, 0);
    for (int i = 0; i <= n; i++)
        pthread_create(&id, 0, adder, 0);
    return 0;
}
