/* heddle: reach=FALSE; engines: bounded */
/* The same, but it does not look at the last one. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int n, *a, most;

static void *find(void *p)
{
    int m = a[0];
    for (int i = 0; i < n - 1; i++)
        if (a[i] > m)
            m = a[i];
    most = m;
    return p;
}

int main(void)
{
    pthread_t t;
    n = __VERIFIER_nondet_int();
    if (n <= 0 || n >= 1000)
        return 0;
    a = malloc(n * sizeof *a);
    if (!a)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    pthread_create(&t, NULL, find, NULL);
    pthread_join(t, NULL);
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < n)
        assert(a[k] <= most);
    return 0;
}
