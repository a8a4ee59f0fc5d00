/* heddle: reach=FALSE; engines: explore */
/* Large sums stop at the first check; only a small one gets to the second. Both are violated. */
#include <assert.h>
#include <pthread.h>

int sum;

static void *add(void *unused)
{
    sum += 5;
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, add, 0);
    int seen = sum;
    assert(seen <= 4);
    assert(0);
    return 0;
}
