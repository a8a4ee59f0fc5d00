/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* What another thread may free is used while the lock is held. */
#include <pthread.h>
#include <stdlib.h>

static int *block;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *drop(void *unused)
{
    pthread_mutex_lock(&lock);
    free(block);
    block = NULL;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    block = malloc(sizeof *block);
    pthread_create(&t, NULL, drop, NULL);
    pthread_mutex_lock(&lock);
    int *mine = block;
    if (mine)
        *mine = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
