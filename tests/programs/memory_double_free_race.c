/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* Whoever takes the pointer under the lock frees it. */
#include <pthread.h>
#include <stdlib.h>

static char *block;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *release(void *p)
{
    pthread_mutex_lock(&lock);
    char *mine = block;
    block = 0;
    pthread_mutex_unlock(&lock);
    free(mine);
    return p;
}

int main(void)
{
    pthread_t a, b;
    block = malloc(4);
    pthread_create(&a, 0, release, 0);
    pthread_create(&b, 0, release, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
