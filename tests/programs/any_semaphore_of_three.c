/* heddle: reach=FALSE; engines: monotone */
/* A semaphore of three lets three threads in: two at a time do not show it. */
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
    sem_init(&rooms, 0, 3);
    while (1)
        pthread_create(&id, 0, thread, 0);
}
