/* heddle: reach=UNKNOWN; engines: explore; reason: a signal handler while the thread goes on */
/* Two handlers, either of which may interrupt the other, but main sees neither half done: more happens in heddle. */
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t first, second;
static void on_interrupt(int number) { (void)number; first = 1; second = 1; }
static void on_hangup(int number) { (void)number; }
int main(void)
{
    signal(SIGINT, on_interrupt);
    signal(SIGHUP, on_hangup);
    int a = first, b = second;
    assert(a == b || !a);
    return 0;
}
