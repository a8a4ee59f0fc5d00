/* heddle: memory=TRUE; engines: explore bounded */
/* A thread uses a parameter of main, which waits for it. */
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

int main(int count, char **arguments)
{
    (void)arguments;
    pthread_t t;
    sem_init(&written, 0, 0);
    pthread_create(&t, NULL, thread, &count);
    pthread_join(t, NULL);
    return 0;
}
