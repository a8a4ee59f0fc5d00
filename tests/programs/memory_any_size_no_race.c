/* heddle: race=TRUE; engines: explore */
/* An array of any length is freed when the thread that writes to its far end has ended. */
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
    pthread_join(id, NULL);
    free(a);
    return 0;
}
