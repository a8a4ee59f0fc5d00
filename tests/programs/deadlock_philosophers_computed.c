/* heddle: deadlock=FALSE reach=TRUE; engines: explore */
/* Forks are in an array, at places that are computed from the thread's argument. */
#include <assert.h>
#include <pthread.h>

enum { N = 4 };
static pthread_mutex_t fork_at[N];
static int eating[N];

static void *philosopher(void *argument)
{
    int i = (int)(long)argument;
    pthread_mutex_lock(&fork_at[i]);
    pthread_mutex_lock(&fork_at[(i + 1) % N]);
    eating[i] = 1;
    assert(!eating[(i + 1) % N]);
    eating[i] = 0;
    pthread_mutex_unlock(&fork_at[(i + 1) % N]);
    pthread_mutex_unlock(&fork_at[i]);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_at[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
