/* heddle: reach=TRUE race=FALSE; engines: explore */
/* volatile makes nothing atomic. */
#include <pthread.h>

volatile int stop;

static void *thread(void *unused)
{
    while (!stop)
        ;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    stop = 1;
    pthread_join(t, NULL);
    return 0;
}
