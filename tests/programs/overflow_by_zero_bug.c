/* heddle: overflow=FALSE; engines: explore */
/* The divisor may not have been set yet. */
#include <pthread.h>

static _Atomic int divisor;

static void *divide(void *p)
{
    if (100 / divisor == 7)
        return p;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, divide, 0);
    divisor = 3;
    pthread_join(t, 0);
    return 0;
}
