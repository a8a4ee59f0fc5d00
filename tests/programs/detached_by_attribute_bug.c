/* heddle: race=FALSE; engines: explore */
/* A thread that is made detached is joined, by somebody who gets no answer at once. */
#define _GNU_SOURCE
#include <pthread.h>

int count;

static void *work(void *unused)
{
    count++;
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&worker, &attributes, work, NULL);
    pthread_tryjoin_np(worker, NULL);
    pthread_join(worker, NULL);
    count++;
    return 0;
}
