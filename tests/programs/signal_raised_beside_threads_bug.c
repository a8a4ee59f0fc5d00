/* heddle: reach=FALSE; engines: auto */
/* A thread raises a signal that is ignored. */
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
    signal(SIGUSR1, SIG_IGN);
    pthread_create(&t, NULL, thread, NULL);
    raise(SIGUSR1);
    assert(came == 1);
    pthread_join(t, NULL);
    assert(begun == 1);
    return 0;
}
