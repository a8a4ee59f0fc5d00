/* heddle: overflow=FALSE; engines: explore */
/* Which signal it is, is computed, and that is asked for overflows as well: the handler runs all the same. It was left out (TRUE was said). */
#include <limits.h>
#include <signal.h>

static volatile int least = INT_MIN + 1;

static void take_away(int number)
{
    (void)number;
    least--;
}

int main(void)
{
    signal(SIGRTMIN + 2, take_away);
    raise(SIGRTMIN + 2);
    return 0;
}
