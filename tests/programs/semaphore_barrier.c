/* heddle: reach=TRUE race=TRUE; engines: explore */
/* A barrier made of semaphores. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t arrived[2];
int value[2];

static void *thread(void *argument)
{
    int me = (int)(long)argument;
    value[me] = me + 1;
    sem_post(&arrived[me]);
    sem_wait(&arrived[1 - me]);
    assert(value[0] + value[1] == 3);
    return NULL;
}

int main(void)
{
    pthread_t t;
    sem_init(&arrived[0], 0, 0);
    sem_init(&arrived[1], 0, 0);
    pthread_create(&t, NULL, thread, (void *)1);
    thread((void *)0);
    pthread_join(t, NULL);
    return 0;
}
