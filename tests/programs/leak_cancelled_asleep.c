/* heddle: memory=TRUE overflow=TRUE; engines: auto; options: --leaks=lost */
/* A thread that is cancelled while it sleeps has its memory freed by a cleanup handler. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static void *work(void *p)
{
    int *own = malloc(sizeof *own);
    if (!own)
        return NULL;
    pthread_cleanup_push(free, own);
    *own = 1;
    sleep(1);
    pthread_cleanup_pop(1);
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
