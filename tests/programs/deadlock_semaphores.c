/* heddle: reach=TRUE deadlock=FALSE; engines: explore bounded */
/* Each waits for the other's semaphore before it posts its own. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t a, b;

static void *thread(void *unused)
{
    sem_wait(&a);
    sem_post(&b);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&a, 0, 0);
    sem_init(&b, 0, 0);
    pthread_create(&t, NULL, thread, NULL);
    sem_wait(&b);
    sem_post(&a);
    pthread_join(t, NULL);
    return 0;
}
