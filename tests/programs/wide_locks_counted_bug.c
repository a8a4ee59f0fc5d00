/* heddle: locks=UNKNOWN; engines: wide; options: --undefined=assume; reason: uses of locks are open */
/* Taken twice by attempts, given back once: it is still locked. */
#include <pthread.h>
static pthread_mutex_t m;
int main(void)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &kind);
    if (!pthread_mutex_trylock(&m)) {
        if (!pthread_mutex_trylock(&m))
            pthread_mutex_unlock(&m);
        pthread_mutex_destroy(&m);
    }
    return 0;
}
