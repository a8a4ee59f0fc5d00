/* heddle: reach=TRUE; engines: explore modular */
/* raise returns after the handler has: what it did is seen. A signal that is ignored does nothing. */
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t got, count;

static void handle(int signal)
{
    got = signal;
    if (count < 3)
        count++;
}

int main(void)
{
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, 0);
    assert(raise(SIGUSR1) == 0);
    assert(got == SIGUSR1 && count >= 1);
    raise(SIGUSR1);
    assert(count >= 2);
    signal(SIGUSR1, SIG_IGN);
    got = 0;
    raise(SIGUSR1);
    assert(got == 0);
    return 0;
}
