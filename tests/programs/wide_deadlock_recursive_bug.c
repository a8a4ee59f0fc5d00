/* heddle: deadlock=UNKNOWN; engines: wide; options: --undefined=assume; reason: something may keep a thread waiting */
/* Taken twice: by a mutex of the normal kind for ever. */
#include <pthread.h>
static pthread_mutex_t m;
static void *f(void *recursive)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    if (recursive)
        pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &kind);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    f(0);
    return 0;
}
