/* heddle: locks=UNKNOWN; engines: wide; options: --undefined=assume; reason: uses of locks are open */
/* Whether the attempt succeeded is not looked at. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused)
{
    pthread_mutex_trylock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    work(NULL);
    pthread_join(a, NULL);
    return 0;
}
