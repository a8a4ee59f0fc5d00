/* heddle: reach=UNKNOWN; engines: explore; reason: raise of a signal that is blocked */
/* The handler runs when the signal is no longer blocked, and not in raise. */
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t got;

static void handle(int signal) { got = signal; }

int main(void)
{
    sigset_t set;
    signal(SIGUSR1, handle);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, 0);
    got = 0;
    raise(SIGUSR1);
    assert(got == 0);
    return 0;
}
