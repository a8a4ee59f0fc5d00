/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* wide_either_task.c, but the one that gives the lock back does not take it again. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long done;
static void long_task(void)
{
    pthread_mutex_unlock(&lock);
    done += 0;
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
