/* heddle: deadlock=UNKNOWN; engines: wide; options: --undefined=assume; reason: something may keep a thread waiting */
/* A thread ends with a lock. */
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *unused)
{
    pthread_mutex_lock(&a);
    if (unused)
        pthread_exit(0);
    pthread_mutex_unlock(&a);
    return unused;
}
static void *g(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    return unused;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, f, &t);
    pthread_create(&u, 0, g, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
