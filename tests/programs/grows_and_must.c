/* heddle: reach=FALSE; engines: explore */
/* Less may be worse, too: the sum must have passed 2 when it is looked at. A schedule in which it has not is no smaller matter. */
#include <assert.h>
#include <pthread.h>

int sum, limit = 100;

static void *add(void *unused)
{
    for (int k = 0; k < 3; k++)
        sum += 1;
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, add, 0);
    int seen = sum;
    pthread_join(a, 0);
    assert(seen <= limit);
    assert(sum <= 3);
    assert(seen > 2);
    return 0;
}
