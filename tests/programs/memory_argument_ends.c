/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* The argument of the thread lives until it was joined. */
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
    pthread_join(t, 0);
}

int main(void)
{
    start();
    return 0;
}
