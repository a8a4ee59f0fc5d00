/* heddle: deadlock=UNKNOWN; engines: explore; reason: waiting for a semaphore that a signal handler may end */
/* A signal ends waiting with EINTR, since the handler was installed without SA_RESTART. */
#include <semaphore.h>
#include <signal.h>

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
    stop = number;
}

int main(void)
{
    static sem_t never;
    struct sigaction action = {.sa_handler = on_signal};
    sem_init(&never, 0, 0);
    sigaction(SIGINT, &action, 0);
    while (!stop)
        sem_wait(&never);
    return 0;
}
