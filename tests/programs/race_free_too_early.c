/* heddle: race=FALSE; engines: explore */
/* As race_free_in_loop.c, but the producer looks at the object once more after it has handed it over. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static int *slot, last;
static sem_t full, empty;

static void *consumer(void *unused)
{
    for (int i = 0; i < 2; i++) {
        sem_wait(&full);
        int *mine = slot;
        sem_post(&empty);
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
        last = fresh[0];
    }
    pthread_join(t, NULL);
    return 0;
}
