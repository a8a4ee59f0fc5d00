/* heddle: overflow=FALSE; engines: explore */
/* Sums that only grow: the largest ones overflow. */
#include <pthread.h>

int sum = 1, seen;

static void *add(void *x)
{
    for (int k = 0; k < 4; k++)
        sum += 100000000;
    return x;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, add, 0);
    seen = sum;
    if (seen > 400000000)
        seen = seen + 1800000000;
    pthread_join(a, 0);
    return 0;
}
