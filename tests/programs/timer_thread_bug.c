/* heddle: race=FALSE reach=FALSE; engines: explore */
/* A timer with an interval starts threads that run side by side, also once main goes on. */
#include <assert.h>
#include <signal.h>
#include <time.h>

static int count;

static void expired(union sigval value)
{
    (void)value;
    count++;
}

int main(void)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = expired};
    struct itimerspec often = {{1, 0}, {1, 0}};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer))
        return 1;
    timer_settime(timer, 0, &often, NULL);
    assert(count == 0);
    timer_delete(timer);
    return 0;
}
