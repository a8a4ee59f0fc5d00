/* heddle: locks=UNKNOWN; engines: wide; options: --undefined=assume; reason: uses of locks are open */
/* What runs at the end runs in the thread that ends the program, which holds the lock. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void end(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
}
int main(int argc, char **argv)
{
    (void)argv;
    atexit(end);
    pthread_mutex_lock(&m);
    if (argc > 1)
        exit(1);
    pthread_mutex_unlock(&m);
    return 0;
}
