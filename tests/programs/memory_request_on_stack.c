/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* A request on the stack of who asks: the thread that serves it is joined before the function returns. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
struct request {
    int n;
    sem_t done;
};
static pthread_t worker;
static void *serve(void *p)
{
    struct request *r = p;
    r->n *= 2;
    sem_post(&r->done);
    return NULL;
}
static int ask(int n)
{
    struct request r = {.n = n};
    sem_init(&r.done, 0, 0);
    if (pthread_create(&worker, NULL, serve, &r))
        return -1;
    sem_wait(&r.done);
    pthread_join(worker, NULL);
    return r.n;
}
int main(void)
{
    int n = ask(3);
    return n;
}
