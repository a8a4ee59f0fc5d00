/* heddle: overflow=TRUE; engines: explore modular */
/* The divisor was set before the thread began. */
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
    divisor = 3;
    pthread_create(&t, 0, divide, 0);
    pthread_join(t, 0);
    return 0;
}
