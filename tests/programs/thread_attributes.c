/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Attributes and scheduling change nothing. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

int x;

static void *thread(void *unused)
{
    sched_yield();
    usleep(100);
    x = 1;
    return unused;
}

int main(void)
{
    pthread_attr_t attributes;
    pthread_t t;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    assert(pthread_create(&t, &attributes, thread, NULL) == 0);
    pthread_attr_destroy(&attributes);
    assert(pthread_join(t, NULL) == 0);
    assert(x == 1);
    return 0;
}
