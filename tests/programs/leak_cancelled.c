/* heddle: memory=TRUE; engines: explore; options: --leaks=left */
/* A thread that may be cancelled frees its buffer in a cleanup handler. */
#include <pthread.h>
#include <stdlib.h>

static int *buffer;

static void release(void *unused)
{
    (void)unused;
    free(buffer);
}

static void *work(void *unused)
{
    buffer = malloc(sizeof *buffer);
    pthread_cleanup_push(release, NULL);
    pthread_testcancel();
    *buffer = 1;
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
