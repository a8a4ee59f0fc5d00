/* heddle: memory=TRUE; engines: explore bounded */
/* What a thread does to its own variables is no matter of when it is cancelled. */
#include <pthread.h>

static int sum;

static void *work(void *unused)
{
    int mine = 0, *which = &mine;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (int k = 0; k < 3; k++)
        *which += k;
    sum = *which;
    return unused;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, work, NULL);
    pthread_cancel(id);
    pthread_join(id, NULL);
    return 0;
}
