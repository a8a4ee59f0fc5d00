/* heddle: reach=FALSE; engines: explore bounded */
/* A violation that comes by no floating-point operation counts. */
#include <assert.h>
#include <pthread.h>

int c;
double d = 1;

void *thread(void *x)
{
    if (c == 2)
        d = d / 3;
    c = c + 1;
    return x;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(c == 2);
    return 0;
}
