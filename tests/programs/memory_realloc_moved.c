/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* Another thread moves the block by realloc; its address is read anew under the lock. */
#include <pthread.h>
#include <stdlib.h>

static int *grown;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *grow(void *unused)
{
    pthread_mutex_lock(&lock);
    grown = realloc(grown, 4 * sizeof *grown);
    grown[3] = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    grown = malloc(2 * sizeof *grown);
    pthread_create(&t, NULL, grow, NULL);
    pthread_mutex_lock(&lock);
    grown[1] = 2;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    free(grown);
    return 0;
}
