/* heddle: reach=FALSE; engines: bounded */
/* An array of any length: its last element is one like any other, however far behind it lies. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int *a, n;

void *change_last(void *unused)
{
    a[n - 1] = 5;
    return unused;
}

int main(void)
{
    pthread_t id;
    n = __VERIFIER_nondet_int();
    if (n < 100000 || n > 1000000)
        return 0;
    a = malloc(n * sizeof *a);
    a[0] = 1;
    a[n - 1] = 2;
    pthread_create(&id, NULL, change_last, NULL);
    pthread_join(id, NULL);
    assert(a[0] == 1 && a[n - 1] == 2);
    return 0;
}
