/* heddle: memory=UNKNOWN; engines: explore bounded; reason: cancelled at any time */
/* A thread that is cancelled at any time leaves its function, and its variables end, wherever it is. */
#include <pthread.h>
#include <semaphore.h>

static int *last;
static sem_t shown;

static void *work(void *unused)
{
    int mine = 0;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    last = &mine;
    sem_post(&shown);
    for (;;)
        mine++;
    return unused;
}

int main(void)
{
    pthread_t id;
    sem_init(&shown, 0, 0);
    pthread_create(&id, NULL, work, NULL);
    sem_wait(&shown);
    pthread_cancel(id);
    pthread_join(id, NULL);
    return *last;
}
