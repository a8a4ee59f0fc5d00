/* heddle: race=UNKNOWN; engines: auto; reason: a signal handler while the thread goes on that it interrupts */
/* A variable that is neither atomic nor volatile: undefined, but no race of two threads. */
#include <signal.h>
static int hits;
static void on_interrupt(int number) { hits = number; }
int main(void)
{
    signal(SIGINT, on_interrupt);
    hits = 0;
    return hits;
}
