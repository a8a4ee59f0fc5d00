/* heddle: reach=TRUE; engines: explore */
/* A request waits while cancellation is disabled. */
#include <assert.h>
#include <pthread.h>
static int x;
static void *work(void *a)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    pthread_testcancel();
    x = 1;
    pthread_setcancelstate(old, NULL);
    pthread_testcancel();
    x = 2;
    return NULL;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    assert(x == 1 || x == 2);
    return 0;
}
