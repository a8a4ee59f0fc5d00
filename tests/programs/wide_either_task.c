/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* Tasks that are called through a pointer, with the lock held: one gives it back for a while and takes it again, the other leaves it alone. Behind the call it is held. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long done;
static void long_task(void)
{
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    done++;
}
static void short_task(void) { done++; }
static void (*const tasks[2])(void) = {long_task, short_task};
static void *work(void *which)
{
    pthread_mutex_lock(&lock);
    tasks[which != NULL]();
    done++;
    pthread_mutex_unlock(&lock);
    return NULL;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, &done);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
