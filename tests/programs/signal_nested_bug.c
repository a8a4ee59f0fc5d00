/* heddle: reach=FALSE; engines: explore bounded */
/* As signal_nested.c, but one handler looks at what the other does, in the midst of it. */
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t first, second;
static void on_interrupt(int number) { (void)number; first = 1; second = 1; }
static void on_hangup(int number) { (void)number; assert(first == second); }
int main(void)
{
    signal(SIGINT, on_interrupt);
    signal(SIGHUP, on_hangup);
    return 0;
}
