/* heddle: reach=UNKNOWN; engines: explore; reason: a signal handler while the thread goes on */
/* Each handler blocks the signal of the other one while it runs: what one does is never seen half done. */
#include <assert.h>
#include <signal.h>
#include <string.h>
static volatile sig_atomic_t first, second;
static void on_interrupt(int number) { (void)number; first = 1; second = 1; }
static void on_hangup(int number) { (void)number; assert(first == second); }
int main(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_interrupt;
    sigaddset(&action.sa_mask, SIGHUP);
    sigaction(SIGINT, &action, 0);
    action.sa_handler = on_hangup;
    sigaddset(&action.sa_mask, SIGINT);
    sigaction(SIGHUP, &action, 0);
    return 0;
}
