/* heddle: reach=UNKNOWN; engines: explore; reason: a function that runs later, given to .sigset. */
/* A function that takes a signal handler and is declared without parameters: the handler may run all the same. */
#include <assert.h>

int sigset();

static int stop;

static void on_signal(int number)
{
    stop = number;
}

int main(void)
{
    sigset(15, on_signal);
    assert(stop == 0);
    return 0;
}
