/* heddle: reach=TRUE race=TRUE memory=TRUE locks=TRUE; engines: auto */
/* The usual handler: main goes round until it has run. Both may use a volatile sig_atomic_t, as there is no other thread. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t stop;
static int rounds;
static void on_interrupt(int number) { (void)number; stop = 1; }
int main(void)
{
    if (signal(SIGINT, on_interrupt) == SIG_ERR)
        return 1;
    while (!stop) {
        rounds = 1;
        sleep(1);
    }
    assert(stop == 1 && rounds <= 1);
    return 0;
}
