/* heddle: reach=FALSE; engines: auto explore */
/* A thread is cancelled in the function that pthread_once runs, so that it runs twice (POSIX: as if pthread_once was never called). */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int begun;

static void first(void)
{
    begun++;
    pthread_testcancel();
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
    pthread_cancel(a);
    pthread_join(a, NULL);
    pthread_once(&once, first);
    assert(begun == 1);
    return 0;
}
