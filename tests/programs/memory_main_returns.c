/* heddle: memory=TRUE; engines: explore bounded */
/* A thread is done with the local variable of a function before main goes on; it still runs when main returns. */
#include <pthread.h>
#include <semaphore.h>

static sem_t written;

static void *thread(void *p)
{
    *(int *)p = 1;
    sem_post(&written);
    return NULL;
}

static void begin(void)
{
    int result = 0;
    pthread_t t;
    pthread_create(&t, NULL, thread, &result);
    pthread_detach(t);
    sem_wait(&written);
}

int main(void)
{
    sem_init(&written, 0, 0);
    begin();
    return 0;
}
