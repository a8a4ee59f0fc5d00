/* heddle: deadlock=UNKNOWN; engines: explore; reason: any number of threads may run worker */
/* A thread waits for as many others as main may still create: no deadlock, though a few of them are not enough. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t done;

static void *waiter(void *unused)
{
    for (int i = 0; i < 5; i++)
        sem_wait(&done);
    return unused;
}

static void *worker(void *unused)
{
    sem_post(&done);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, waiter, NULL);
    for (;;)
        pthread_create(&t, NULL, worker, NULL);
}
