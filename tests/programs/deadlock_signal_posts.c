/* heddle: deadlock=UNKNOWN; engines: explore; reason: a function that runs later, given to .signal. */
/* A handler posts the semaphore that main waits for: nobody is stuck. */
#include <semaphore.h>
#include <signal.h>

static sem_t come;

static void on_signal(int number)
{
    (void)number;
    sem_post(&come);
}

int main(void)
{
    sem_init(&come, 0, 0);
    signal(SIGINT, on_signal);
    while (sem_wait(&come))
        ;
    return 0;
}
