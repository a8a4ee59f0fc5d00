/* heddle: memory=TRUE; engines: explore flow; options: --leaks=lost */
/* Main waits until it is given a block, and frees it. It can always come to its end: nothing is lost on the way. */
#include <pthread.h>
#include <stdlib.h>

static int *slot;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void *work(void *unused)
{
    int *p = malloc(sizeof *p);
    *p = 3;
    pthread_mutex_lock(&lock);
    slot = p;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    while (!slot)
        pthread_cond_wait(&filled, &lock);
    free(slot);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
