/* heddle: reach=FALSE; engines: bounded; options: -m32 */
/* The same, but one slot is copied twice. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int n, *x, *y;

static void *copy(void *p)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i == 2 ? 1 : i];
    return p;
}

int main(void)
{
    pthread_t t;
    n = __VERIFIER_nondet_int();
    if (n <= 0 || n >= 1000)
        return 0;
    x = malloc(n * sizeof *x);
    y = malloc(n * sizeof *y);
    if (!x || !y)
        return 0;
    for (int i = 0; i < n; i++)
        x[i] = __VERIFIER_nondet_int();
    pthread_create(&t, NULL, copy, NULL);
    pthread_join(t, NULL);
    for (int i = 0; i < n; i++)
        assert(y[i] == x[i]);
    return 0;
}
