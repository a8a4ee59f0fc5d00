/* heddle: locks=UNKNOWN; engines: wide; options: --undefined=assume; reason: uses of locks are open */
/* One lock of an array is taken, and another one given back. */
#include <pthread.h>
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int main(int argc, char **argv)
{
    (void)argv;
    int i = argc > 1;
    pthread_mutex_lock(&m[i]);
    i = !i;
    pthread_mutex_unlock(&m[i]);
    return 0;
}
