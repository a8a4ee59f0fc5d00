/* heddle: reach=FALSE; engines: auto explore */
/* As signal_to_its_end.c, but it is the default handler that comes too late: one may have run before. */
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t first, second;
static void on_interrupt(int number) { first = second = number; }
int main(void)
{
    signal(SIGINT, on_interrupt);
    first = 0;
    signal(SIGINT, SIG_IGN);
    assert(first == 0);
    return 0;
}
