/* heddle: reach=TRUE; engines: explore */
/* Two handlers of one step each: whichever interrupts the other, it is as if one had run after the other. */
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t stop, again;
static void on_interrupt(int number) { (void)number; stop = 1; }
static void on_hangup(int number) { (void)number; again = 1; }
int main(void)
{
    signal(SIGINT, on_interrupt);
    signal(SIGHUP, on_hangup);
    int a = stop, b = again;
    assert(a + b <= 2);
    assert(stop >= a && again >= b);
    return 0;
}
