/* heddle: reach=TRUE; engines: explore */
/* Two threads add to each other's sum; after three rounds each it stays below 21 + 1. */
#include <assert.h>
#include <pthread.h>

int i = 1, j = 1;

static void *first(void *unused)
{
    for (int k = 0; k < 3; k++)
        i += j;
    return unused;
}

static void *second(void *unused)
{
    for (int k = 0; k < 3; k++)
        j += i;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(i <= 21 && j <= 21);
    return 0;
}
