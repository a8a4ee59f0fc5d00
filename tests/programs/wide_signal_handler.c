/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A signal handler may run in any thread at any time, also before and after the threads of the program. */
#include <signal.h>
static int ticks;
static void on_alarm(int number) { ticks += number; }
int main(void)
{
    signal(SIGALRM, on_alarm);
    ticks = 0;
    return ticks;
}
