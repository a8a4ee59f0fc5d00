/* heddle: memory=FALSE; engines: explore bounded */
/* A thread still uses a local variable of main when main returns: it has ended (C11 5.1.2.2.3, footnote 11), and others go on for a while. */
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

int main(void)
{
    int result = 0;
    pthread_t t;
    sem_init(&written, 0, 0);
    pthread_create(&t, NULL, thread, &result);
    pthread_detach(t);
    sem_wait(&written);
    return 0;
}
