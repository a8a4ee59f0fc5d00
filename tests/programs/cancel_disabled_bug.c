/* heddle: reach=FALSE; engines: explore */
/* A request that has waited is acted on at the next point of cancellation. */
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
    assert(x == 2);
    return 0;
}
