/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* A thread that may be cancelled frees its buffer in the cleanup handler alone. */
#include <pthread.h>
#include <stdlib.h>

static int *buffer;

static void release(void *unused)
{
    (void)unused;
    free(buffer);
    buffer = NULL;
}

static void *work(void *unused)
{
    buffer = malloc(sizeof *buffer);
    pthread_cleanup_push(release, NULL);
    *buffer = 1;
    pthread_testcancel();
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
