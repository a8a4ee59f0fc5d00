/* heddle: reach=UNKNOWN memory=UNKNOWN; engines: auto explore flow; reason: a thread is detached that was joined or detached before */
/* Nobody joins anything, but a thread that detaches itself is detached by its creator, too: the id may be another thread's by then. */
#include <assert.h>
#include <pthread.h>

static int shared;

static void *work(void *argument)
{
    pthread_detach(pthread_self());
    return argument;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_detach(a);
    assert(shared == 0);
    return 0;
}
