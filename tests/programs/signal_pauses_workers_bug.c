/* heddle: reach=FALSE; engines: explore */
/* As signal_pauses_workers.c, but a worker looks at the flag of the handler. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct pool {
    pthread_mutex_t mutex;
    int started, sum;
};

static volatile int held;

static void hold(int signal)
{
    (void)signal;
    held = 1;
    while (held) {
    }
}

static void *worker(void *argument)
{
    struct pool *p = argument;
    struct sigaction action = {0};
    sigemptyset(&action.sa_mask);
    action.sa_handler = hold;
    sigaction(SIGUSR1, &action, NULL);
    pthread_mutex_lock(&p->mutex);
    p->started++;
    p->sum += held ? 1 : 2;
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

int main(void)
{
    struct pool *p = malloc(sizeof *p);
    pthread_t t[2];
    held = 0;
    if (!p)
        return 1;
    p->started = p->sum = 0;
    pthread_mutex_init(&p->mutex, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, p);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(p->started == 2 && p->sum == 4);
    free(p);
    return 0;
}
