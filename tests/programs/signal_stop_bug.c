/* heddle: reach=FALSE race=TRUE; engines: auto explore */
/* As signal_stop.c, but what is read once is taken to be so the next time. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t stop;
static void on_interrupt(int number) { (void)number; stop = 1; }
int main(void)
{
    if (signal(SIGINT, on_interrupt) == SIG_ERR)
        return 1;
    int before = stop;
    int after = stop;
    assert(before == after);
    return 0;
}
