/* heddle: reach=UNKNOWN; engines: auto; reason: errno, which a signal handler may change */
/* A handler that does not save errno. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>
static void on_interrupt(int number)
{
    if (write(1, "!", 1) < 0)
        _exit(number);
}
int main(void)
{
    signal(SIGINT, on_interrupt);
    errno = 0;
    assert(errno == 0);
    return 0;
}
