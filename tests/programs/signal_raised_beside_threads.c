/* heddle: reach=TRUE; engines: auto */
/* Two threads raise a signal: the handler has run in each of them before raise returns. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static _Atomic int came;
static _Atomic int begun;

static void note(int signal)
{
    came |= signal == SIGUSR1 ? 1 : 2;
}

static void *thread(void *p)
{
    begun++;
    raise(SIGUSR1);
    assert(came == 1);
    return p;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR1, note);
    pthread_create(&t, NULL, thread, NULL);
    raise(SIGUSR1);
    assert(came == 1);
    pthread_join(t, NULL);
    assert(begun == 1);
    return 0;
}
