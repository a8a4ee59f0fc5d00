/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* The block is freed when both threads have met, after its last use. */
#include <pthread.h>
#include <stdlib.h>

static int *shared;
static pthread_barrier_t met;

static void *use(void *unused)
{
    *shared = 2;
    pthread_barrier_wait(&met);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_barrier_init(&met, NULL, 2);
    shared = malloc(sizeof *shared);
    pthread_create(&t, NULL, use, NULL);
    *shared = 1;
    pthread_barrier_wait(&met);
    free(shared);
    pthread_join(t, NULL);
    return 0;
}
