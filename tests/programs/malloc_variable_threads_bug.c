/* heddle: reach=UNKNOWN; engines: explore; reason: undefined: access outside any object */
/* As malloc_variable_threads.c, but the thread uses the new length with the old array. */
#include <pthread.h>
#include <stdlib.h>

int *a, n = 1;

void *use(void *unused)
{
    a[n - 1] = 1;
    return unused;
}

int main(void)
{
    pthread_t id;
    int m = n;
    a = malloc(m * sizeof *a);
    pthread_create(&id, NULL, use, NULL);
    n = 2;
    a = malloc(n * sizeof *a);
    pthread_join(id, NULL);
    return 0;
}
