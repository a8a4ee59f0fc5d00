/* heddle: memory=FALSE; engines: explore; options: --leaks=left */
/* Two threads put blocks into one slot: the first one is lost. */
#include <pthread.h>
#include <stdlib.h>

static int *slot;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *put(void *unused)
{
    int *p = malloc(sizeof *p);
    pthread_mutex_lock(&lock);
    slot = p;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, put, NULL);
    pthread_create(&b, NULL, put, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(slot);
    return 0;
}
