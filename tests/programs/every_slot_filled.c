/* heddle: reach=TRUE; engines: guess */
/* A thread fills an array of a size that is an input; then every slot is looked at. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int n, *a;

static void *fill(void *p)
{
    for (int i = 0; i < n; i++)
        a[i] = i + 7;
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
