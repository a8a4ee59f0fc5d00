/* heddle: reach=TRUE; engines: monotone */
/* A semaphore of two: never three inside, whatever the number of threads. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static sem_t rooms;
static int inside;

static void *thread(void *unused)
{
    sem_wait(&rooms);
    __VERIFIER_atomic_begin();
    inside++;
    __VERIFIER_atomic_end();
    assert(inside <= 2);
    __VERIFIER_atomic_begin();
    inside--;
    __VERIFIER_atomic_end();
    sem_post(&rooms);
    return unused;
}

int main(void)
{
    pthread_t id;
    sem_init(&rooms, 0, 2);
    while (1)
        pthread_create(&id, 0, thread, 0);
}
