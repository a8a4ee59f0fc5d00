/* heddle: race=TRUE reach=TRUE; engines: explore */
/* A timer that sends a signal, for which there is a handler. */
#include <assert.h>
#include <signal.h>
#include <string.h>
#include <time.h>

static volatile sig_atomic_t rings;

static void ring(int signal)
{
    (void)signal;
    rings = 1;
}

int main(void)
{
    struct sigevent e;
    struct itimerspec every = {{1, 0}, {1, 0}};
    timer_t timer;
    signal(SIGALRM, ring);
    memset(&e, 0, sizeof e);
    e.sigev_notify = SIGEV_SIGNAL;
    e.sigev_signo = SIGALRM;
    if (timer_create(CLOCK_REALTIME, &e, &timer))
        return 1;
    timer_settime(timer, 0, &every, NULL);
    assert(rings == 0 || rings == 1);
    timer_delete(timer);
    return 0;
}
