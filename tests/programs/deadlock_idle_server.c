/* heddle: deadlock=FALSE; engines: explore */
/* A server waits for work for ever once the last client is gone, and main waits for its end. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t work;
int served;

static void *server(void *unused)
{
    for (;;) {
        sem_wait(&work);
        served++;
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&work, 0, 0);
    pthread_create(&t, NULL, server, NULL);
    sem_post(&work);
    sem_post(&work);
    pthread_join(t, NULL);
    return 0;
}
