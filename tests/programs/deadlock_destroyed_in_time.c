/* heddle: deadlock=UNKNOWN locks=FALSE; engines: explore; reason: use of a mutex that was destroyed */
/* A mutex is destroyed while a thread is about to lock it: that is undefined, and in glibc nobody waits for such a mutex (the thread was said to be stuck there). */
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    pthread_mutex_lock(&guard);
    pthread_mutex_unlock(&guard);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_destroy(&guard);
    pthread_join(thread, NULL);
    return 0;
}
