/* heddle: reach=FALSE race=FALSE locks=TRUE; engines: explore */
/* Nobody waits for the thread: it may not have run. */
#include <assert.h>
#include <pthread.h>

int x;

static void *thread(void *unused)
{
    x = 42;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    assert(x == 42);
    return 0;
}
