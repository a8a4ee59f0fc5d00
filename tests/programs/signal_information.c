/* heddle: reach=TRUE race=TRUE; engines: auto */
/* A handler for siginfo_t that does not look at it, which each thread installs again; two of them may run at a time. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
static atomic_int begun;
static void on_signal(int number, siginfo_t *information, void *context)
{
    (void)information, (void)context;
    if (number == SIGUSR1)
        begun = 1;
}
static void *work(void *unused)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGUSR1, &action, NULL);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    int first = begun;
    int second = begun;
    assert(second >= first);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
