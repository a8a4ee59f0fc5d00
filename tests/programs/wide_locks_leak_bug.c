/* heddle: locks=UNKNOWN; engines: wide; options: --undefined=assume; reason: uses of locks are open */
/* A way out that does not give the lock back. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int closed;
static int put(void)
{
    pthread_mutex_lock(&m);
    if (closed)
        return 0;
    pthread_mutex_unlock(&m);
    return 1;
}
int main(int argc, char **argv)
{
    (void)argv;
    closed = argc > 1;
    put();
    put();
    return 0;
}
