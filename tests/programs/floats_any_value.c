/* heddle: reach=TRUE; engines: explore bounded flow */
/* Whatever the floating-point results are, the locks and the flags do their work; constants are computed. */
#include <assert.h>
#include <math.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
double mean = 1;
int busy, rounds = (int)(2.5 * 2);

void *average(void *x)
{
    pthread_mutex_lock(&m);
    assert(!busy);
    busy = 1;
    mean = (mean + *(float *)x) / 2;
    if (mean > 10)
        mean = fabs(mean) - 1;
    busy = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    float x = 1, y = -0.5;
    assert(rounds == 5);
    pthread_create(&a, 0, average, &x);
    pthread_create(&b, 0, average, &y);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
