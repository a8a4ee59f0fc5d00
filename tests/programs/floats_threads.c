/* heddle: reach=FALSE; engines: explore bounded */
/* An update of a floating-point sum is lost. */
#include <assert.h>
#include <pthread.h>

double sum;

void *add(void *x)
{
    sum = sum + *(float *)x;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    float x = 0.25f, y = 0.5f;
    pthread_create(&a, 0, add, &x);
    pthread_create(&b, 0, add, &y);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(sum == 0.75);
    return 0;
}
