/* heddle: locks=UNKNOWN; engines: wide; options: --undefined=assume; reason: uses of locks are open */
/* It is destroyed while somebody may be at work with it. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_mutex_destroy(&m);
    pthread_join(a, NULL);
    return 0;
}
