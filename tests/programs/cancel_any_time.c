/* heddle: reach=UNKNOWN; engines: explore; reason: cancelled at any time */
/* A thread that may be cancelled at any time may stop between two stores: nothing is proved, and no schedule shows it. */
#include <assert.h>
#include <pthread.h>
static int x;
static void *work(void *a)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    x = 1;
    x = 2;
    return NULL;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    assert(x != 1);
    return 0;
}
