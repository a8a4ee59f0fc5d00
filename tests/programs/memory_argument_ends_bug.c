/* heddle: memory=FALSE; engines: explore */
/* The function returns while its thread still reads the argument. */
#include <pthread.h>
#include <stdlib.h>

static pthread_t t;

static void *read_it(void *p)
{
    return *(int *)p ? p : 0;
}

static void start(void)
{
    int argument = 3;
    pthread_create(&t, 0, read_it, &argument);
}

int main(void)
{
    start();
    pthread_join(t, 0);
    return 0;
}
