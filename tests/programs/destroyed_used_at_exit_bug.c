/* heddle: locks=FALSE; engines: explore bounded */
/* A use that the library calls, behind the end of main. */
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void at_exit(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
}

int main(void)
{
    atexit(at_exit);
    pthread_mutex_destroy(&m);
    return 0;
}
