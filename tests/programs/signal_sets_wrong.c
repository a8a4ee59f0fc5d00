/* heddle: reach=FALSE race=FALSE; engines: bounded explore */
/* The thread that waits for signals tells nobody properly; and there is a second signal that nobody thought of. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int quit;
static sigset_t set;

static void *signals(void *unused)
{
    int number;
    sigwait(&set, &number);
    quit = number;
    return unused;
}

int main(void)
{
    pthread_t t;
    sigemptyset(&set);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (pthread_create(&t, NULL, signals, NULL))
        return 1;
    assert(quit != SIGUSR1);
    return 0;
}
