/* heddle: reach=FALSE; engines: explore bounded */
/* A violation on whose way floating point is computed, but decides nothing. */
#include <assert.h>
#include <pthread.h>

int n;
double mean;

void *thread(void *x)
{
    n = n + 1;
    mean = (mean + n) / 2;
    return x;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n == 2);
    return 0;
}
