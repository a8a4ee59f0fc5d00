/* heddle: reach=FALSE race=FALSE; engines: explore */
/* Sleeping orders nothing. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int ready;

static void *thread(void *unused)
{
    ready = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_detach(t);
    sleep(1);
    assert(ready);
    return 0;
}
