/* heddle: reach=TRUE deadlock=TRUE; engines: auto */
/* A thread ends in the function that pthread_once runs: it is as if that had not been called, and main runs it again. Its own handlers come first. */
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int begun, ended, cleaned;

static void clean(void *argument)
{
    (void)argument;
    cleaned++;
}

static void first(void)
{
    pthread_cleanup_push(clean, NULL);
    if (++begun == 1)
        thrd_exit(1);
    pthread_cleanup_pop(0);
    ended++;
}

static void *work(void *argument)
{
    pthread_once(&once, first);
    return argument;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_once(&once, first);
    pthread_once(&once, first);
    assert(begun == 2 && ended == 1 && cleaned == 1);
    return 0;
}
