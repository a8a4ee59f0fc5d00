/* heddle: reach=UNKNOWN race=UNKNOWN; engines: auto; reason: not covered: a signal handler that calls 'printf' */
/* What a handler must not call, as it may have interrupted just that; the other one is covered. */
#include <assert.h>
#include <signal.h>
#include <stdio.h>
static volatile sig_atomic_t stop;
static void on_interrupt(int number) { printf("%d\n", number); }
static void on_terminate(int number) { stop = number; }
int main(void)
{
    signal(SIGTERM, on_terminate);
    signal(SIGINT, on_interrupt);
    assert(stop == 0 || stop == SIGTERM);
    return 0;
}
