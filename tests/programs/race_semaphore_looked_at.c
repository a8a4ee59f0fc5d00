/* heddle: race=FALSE; engines: explore */
/* To look at a semaphore orders nothing: only waiting for it does. */
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int data;

static void *writer(void *p)
{
    data = 1;
    sem_post(&ready);
    return p;
}

int main(void)
{
    pthread_t t;
    int value;
    sem_init(&ready, 0, 0);
    pthread_create(&t, NULL, writer, NULL);
    sem_getvalue(&ready, &value);
    return value ? data : 0;
}
