/* heddle: reach=TRUE; engines: guess */
/* Two threads fill the two parts of an array, at the same time; where they meet is an input. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int a[100], n;

static void *low(void *p)
{
    for (int i = 0; i < n; i++)
        a[i] = 1;
    return p;
}

static void *high(void *p)
{
    for (int i = n; i < 100; i++)
        a[i] = 2;
    return p;
}

int main(void)
{
    pthread_t t, u;
    int k = __VERIFIER_nondet_int();
    n = __VERIFIER_nondet_int();
    if (n <= 0 || n >= 100 || k < 0 || k >= 100)
        return 0;
    pthread_create(&t, NULL, low, NULL);
    pthread_create(&u, NULL, high, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(a[k] == (k < n ? 1 : 2));
    return 0;
}
