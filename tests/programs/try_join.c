/* heddle: reach=TRUE deadlock=TRUE; engines: explore */
/* Whoever joins a thread without waiting sees what it did only if that succeeds. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int done;

static void *work(void *argument)
{
    done = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    void *result = NULL;
    pthread_create(&t, NULL, work, &done);
    int error = pthread_tryjoin_np(t, &result);
    assert(error == 0 || error == EBUSY);
    assert(error ? !result : done == 1 && result == &done);
    if (error)
        pthread_join(t, NULL);
    assert(done == 1);
    return 0;
}
