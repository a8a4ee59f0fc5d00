/* heddle: overflow=FALSE reach=FALSE; engines: explore */
/* What a signal handler computes is asked for overflows, too: the third signal makes the number too large. The handler was left out (TRUE was said of both, reach beside overflow). */
#include <assert.h>
#include <limits.h>
#include <signal.h>

static volatile int signals = INT_MAX - 2;

static void count(int number)
{
    (void)number;
    signals++;
}

int main(void)
{
    signal(SIGUSR1, count);
    assert(signals != INT_MAX);
    return 0;
}
