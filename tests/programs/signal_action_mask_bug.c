/* heddle: reach=FALSE; engines: explore */
/* The same where nothing is blocked. */
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
    sigaction(SIGINT, &action, 0);
    action.sa_handler = on_hangup;
    sigemptyset(&action.sa_mask);
    sigaction(SIGHUP, &action, 0);
    return 0;
}
