/* heddle: reach=UNKNOWN; engines: auto; reason: a signal that ends waiting */
/* A handler ends waiting for a semaphore early, unless it was installed with SA_RESTART. */
#include <assert.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
static sem_t one;
static void nothing(int number) { (void)number; }
int main(void)
{
    struct sigaction action = {.sa_handler = nothing};
    sem_init(&one, 0, 1);
    sigaction(SIGUSR1, &action, NULL);
    assert(sem_wait(&one) == 0);
    return 0;
}
