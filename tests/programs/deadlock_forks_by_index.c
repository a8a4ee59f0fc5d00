/* heddle: deadlock=TRUE; engines: progress */
/* Twenty philosophers take the fork with the lower number first. */
#include <pthread.h>

#define N 20

pthread_mutex_t forks[N];

static void *philosopher(void *argument)
{
    int mine = (int)(long)argument, next = (mine + 1) % N;
    int low = mine < next ? mine : next, high = mine < next ? next : mine;
    for (;;) {
        pthread_mutex_lock(&forks[low]);
        pthread_mutex_lock(&forks[high]);
        pthread_mutex_unlock(&forks[low]);
        pthread_mutex_unlock(&forks[high]);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
