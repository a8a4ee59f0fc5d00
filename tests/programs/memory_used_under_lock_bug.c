/* heddle: memory=FALSE; engines: explore */
/* The pointer is read under the lock, and used when it is released: then another thread may have freed the block. */
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
    pthread_mutex_unlock(&lock);
    if (mine)
        *mine = 1;
    pthread_join(t, NULL);
    return 0;
}
