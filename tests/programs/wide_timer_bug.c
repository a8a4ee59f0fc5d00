/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A timer runs a function in a thread of its own. */
#include <signal.h>
#include <time.h>
static int value;
static void rings(union sigval unused) { (void)unused; value++; }
int main(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD};
    timer_t timer;
    event.sigev_notify_function = rings;
    timer_create(CLOCK_REALTIME, &event, &timer);
    value--;
    return 0;
}
