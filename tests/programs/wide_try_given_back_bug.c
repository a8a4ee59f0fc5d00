/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The result of trying is looked at twice, and the lock is given back in between. */
#include <pthread.h>
static int value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused)
{
    int failed = pthread_mutex_trylock(&lock);
    if (failed == 0)
        pthread_mutex_unlock(&lock);
    if (failed == 0)
        value++;
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    value--;
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    return 0;
}
