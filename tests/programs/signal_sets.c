/* heddle: reach=TRUE race=TRUE memory=TRUE overflow=TRUE; engines: bounded */
/* A thread that waits for signals gets one of its set, and tells the others under a lock. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int quit;
static sigset_t set;

static void *signals(void *unused)
{
    int number;
    assert(sigwait(&set, &number) == 0);
    assert(number == SIGHUP || number == SIGTERM);
    pthread_mutex_lock(&m);
    quit = number;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    sigset_t full;
    sigfillset(&full);
    assert(sigismember(&full, SIGINT) == 1 && sigismember(&full, 65) == -1 && sigaddset(&full, 0) == -1);
    assert(sigismember(&full, 32) == 0 && sigaddset(&full, 33) == -1 && sigismember(&full, 64) == 1);
    sigemptyset(&set);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigdelset(&set, SIGINT);
    assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0 && pthread_sigmask(7, &set, NULL) != 0);
    if (pthread_create(&t, NULL, signals, NULL))
        return 1;
    pthread_mutex_lock(&m);
    assert(quit == 0 || quit == SIGHUP || quit == SIGTERM);
    pthread_mutex_unlock(&m);
    return 0;
}
