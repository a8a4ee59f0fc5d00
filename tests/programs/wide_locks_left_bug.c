/* heddle: locks=UNKNOWN; engines: wide; options: --undefined=assume; reason: uses of locks are open */
/* The thread has ended, but not without the lock. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_mutex_destroy(&m);
    return 0;
}
