/* heddle: race=FALSE; engines: explore */
/* A detached thread is joined: glibc refuses, and the thread may still run. */
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
    pthread_create(&worker, NULL, work, NULL);
    pthread_detach(worker);
    pthread_join(worker, NULL);
    count++;
    return 0;
}
