/* heddle: deadlock=FALSE; engines: explore bounded */
/* Nobody ever posts the semaphore that a thread waits for, and main waits for that thread. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t work;

static void *thread(void *unused)
{
    sem_wait(&work);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&work, 0, 0);
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    return 0;
}
