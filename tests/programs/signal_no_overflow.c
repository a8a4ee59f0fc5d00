/* heddle: overflow=TRUE; engines: explore */
/* A handler that looks whether there is room for one more. */
#include <signal.h>

static volatile sig_atomic_t signals;

static void count(int number)
{
    (void)number;
    if (signals < 3)
        signals++;
}

int main(void)
{
    signal(SIGUSR1, count);
    return signals;
}
