/* heddle: deadlock=TRUE; engines: explore bounded */
/* A server waits for work, but main does not wait for it: the program ends. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t work;
int served;

static void *server(void *unused)
{
    for (int i = 0; i < 3; i++) {
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
    return 0;
}
