/* heddle: memory=FALSE overflow=TRUE; engines: auto; options: --leaks=lost */
/* A thread that is cancelled while it sleeps loses its memory. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static void *work(void *p)
{
    int *own = malloc(sizeof *own);
    if (!own)
        return NULL;
    *own = 1;
    sleep(1);
    free(own);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
