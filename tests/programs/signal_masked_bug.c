/* heddle: reach=FALSE; engines: explore bounded */
/* The signal is let in again too early. */
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t first, second;
static void on_interrupt(int number) { (void)number; assert(first == second); }
int main(void)
{
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    signal(SIGINT, on_interrupt);
    sigprocmask(SIG_BLOCK, &set, &before);
    first = 1;
    pthread_sigmask(SIG_UNBLOCK, &set, 0);
    second = 1;
    sigprocmask(SIG_SETMASK, &before, 0);
    sigset_t now;
    sigprocmask(SIG_BLOCK, 0, &now);
    assert(sigismember(&now, SIGINT) == sigismember(&before, SIGINT));
    return 0;
}
