/* heddle: race=FALSE; engines: explore */
/* One thread writes to the far end of an array of any length that another one frees. */
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
    n = __VERIFIER_nondet_int() ? 3 : 2000;
    a = malloc(n * sizeof *a);
    pthread_create(&id, NULL, change_last, NULL);
    free(a);
    pthread_join(id, NULL);
    return 0;
}
