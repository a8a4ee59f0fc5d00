/* heddle: memory=FALSE; engines: explore bounded */
/* A thread goes on with the local variable of a function that has returned; main does nothing any more but return. */
#include <pthread.h>
#include <semaphore.h>

static sem_t written;

static void *thread(void *p)
{
    *(int *)p = 1;
    sem_post(&written);
    *(int *)p = 2;
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
