/* heddle: race=TRUE; engines: explore */
/* One thread makes objects and hands them over, the other one frees them: each free is about its own object. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static int *slot;
static sem_t full, empty;

static void *consumer(void *unused)
{
    for (int i = 0; i < 2; i++) {
        sem_wait(&full);
        int *mine = slot;
        sem_post(&empty);
        mine[1] = mine[0];
        free(mine);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&full, 0, 0);
    sem_init(&empty, 0, 1);
    pthread_create(&t, NULL, consumer, NULL);
    for (int i = 0; i < 2; i++) {
        int *fresh = malloc(2 * sizeof *fresh);
        fresh[0] = i;
        sem_wait(&empty);
        slot = fresh;
        sem_post(&full);
    }
    pthread_join(t, NULL);
    sem_destroy(&full);
    return 0;
}
