/* heddle: locks=UNKNOWN; engines: wide; options: --undefined=assume; reason: uses of locks are open */
/* Waiting without the mutex. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
int main(int argc, char **argv)
{
    (void)argv;
    ready = argc;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    if (!ready)
        pthread_cond_wait(&c, &m);
    return 0;
}
