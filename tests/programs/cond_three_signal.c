/* heddle: deadlock=FALSE; engines: explore bounded */
/* Three take turns on one condition variable: a signal may wake the one whose turn it is not. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int turn;

static void *player(void *argument)
{
    int me = (int)(long)argument;
    pthread_mutex_lock(&m);
    while (turn != me)
        pthread_cond_wait(&c, &m);
    turn++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, player, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
