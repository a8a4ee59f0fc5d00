/* heddle: reach=FALSE race=FALSE deadlock=FALSE; engines: explore */
/* A barrier for two used by three. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_barrier_t gate;
int value[3];

static void *thread(void *argument)
{
    int me = (int)(long)argument;
    value[me] = me + 1;
    pthread_barrier_wait(&gate);
    assert(value[0] + value[1] + value[2] == 6);
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    pthread_barrier_init(&gate, NULL, 2);
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, thread, (void *)i);
    return pthread_join(t[0], NULL);
}
