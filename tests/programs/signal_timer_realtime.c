/* heddle: reach=TRUE race=TRUE; engines: auto */
/* A timer by a real-time signal, whose number is a call in glibc's headers. */
#include <assert.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t ticks;

static void tick(int signal)
{
    if (signal == SIGRTMIN + 1 && ticks < 100)
        ticks++;
}

int main(void)
{
    struct sigaction action;
    struct sigevent event;
    struct itimerspec often = {{0, 1000000}, {0, 1000000}};
    timer_t timer;
    memset(&action, 0, sizeof action);
    memset(&event, 0, sizeof event);
    action.sa_handler = tick;
    if (sigaction(SIGRTMIN + 1, &action, NULL))
        return 1;
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGRTMIN + 1;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) || timer_settime(timer, 0, &often, NULL))
        return 1;
    while (ticks < 3)
        pause();
    assert(ticks >= 3 && ticks <= 100);
    return 0;
}
