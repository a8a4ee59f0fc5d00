/* heddle: reach=TRUE; engines: auto explore */
/* The thread does not go on before its handler has returned, and a signal that is ignored has none. */
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t first, second;
static void on_interrupt(int number) { first = second = number; }
int main(void)
{
    signal(SIGINT, on_interrupt);
    int a = first, b = second;
    assert(a == 0 || b == SIGINT);
    signal(SIGINT, SIG_IGN);
    first = 0;
    assert(first == 0);
    return 0;
}
