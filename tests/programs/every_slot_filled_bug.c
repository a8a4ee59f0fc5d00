/* heddle: reach=FALSE; engines: bounded */
/* The same, but from the fourth slot on it is filled with something else. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int n, *a;

static void *fill(void *p)
{
    for (int i = 0; i < n; i++)
        a[i] = i < 3 ? i + 7 : i;
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
    pthread_create(&t, NULL, fill, NULL);
    pthread_join(t, NULL);
    for (int j = 0; j < n; j++)
        assert(a[j] == j + 7);
    return 0;
}
