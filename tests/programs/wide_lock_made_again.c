/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A thread makes the lock anew before it takes it, though another may hold it: both get in. */
#include <pthread.h>
static pthread_mutex_t lock, outer = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *uses(void *unused)
{
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&outer);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *makes(void *unused)
{
    pthread_mutex_lock(&outer);
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_unlock(&outer);
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_mutex_init(&lock, NULL);
    pthread_create(&a, NULL, uses, NULL);
    pthread_create(&b, NULL, makes, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
