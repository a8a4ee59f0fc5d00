/* heddle: reach=FALSE; engines: explore bounded */
/* One handler runs after the other has returned, and main goes on after both. */
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t hung_up, seen, last;
static void on_interrupt(int number) { (void)number; if (last == 2 && hung_up) seen = 1; last = 1; }
static void on_hangup(int number) { (void)number; last = 2; hung_up = 1; }
int main(void)
{
    signal(SIGINT, on_interrupt);
    signal(SIGHUP, on_hangup);
    while (!seen)
        ;
    assert(last != 1);
    return 0;
}
