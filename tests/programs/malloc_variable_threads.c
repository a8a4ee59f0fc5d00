/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Each round makes a larger array, which a thread fills; the length goes with the array. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *a, n;

void *fill(void *unused)
{
    for (int i = 0; i < n; i++)
        a[i] = n;
    return unused;
}

int main(void)
{
    for (int k = 1; k <= 2; k++) {
        pthread_t id;
        n = k;
        a = calloc(n, sizeof *a);
        pthread_create(&id, NULL, fill, NULL);
        pthread_join(id, NULL);
        assert(a[n - 1] == n);
    }
    return 0;
}
