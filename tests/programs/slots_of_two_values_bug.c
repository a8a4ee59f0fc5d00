/* heddle: reach=FALSE; engines: bounded; options: -m32 */
/* The same, but on the way a slot holds something else. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned n;
static _Atomic int *a;

static void *fill(void *p)
{
    for (unsigned i = 0; i < n; i++) {
        a[i] = 4;
        a[i] = 5;
    }
    return p;
}

int main(void)
{
    pthread_t t;
    n = __VERIFIER_nondet_uint();
    if (n == 0 || n >= 100000)
        return 0;
    a = malloc(n * sizeof *a);
    if (!a)
        return 0;
    for (unsigned i = 0; i < n; i++)
        a[i] = 0;
    pthread_create(&t, NULL, fill, NULL);
    unsigned k = __VERIFIER_nondet_uint();
    if (k < n) {
        int x = a[k];
        assert(x == 0 || x == 5);
    }
    return 0;
}
