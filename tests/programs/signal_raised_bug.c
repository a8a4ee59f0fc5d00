/* heddle: reach=FALSE; engines: explore bounded */
/* The twin of signal_raised.c: the second call comes to a handler that was replaced, and others may send the signal, too. */
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t got;

static void handle(int signal) { got = signal; }
static void other(int signal) { got = -signal; }

int main(void)
{
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
    signal(SIGUSR1, other);
    raise(SIGUSR1);
    assert(got == SIGUSR1);
    return 0;
}
