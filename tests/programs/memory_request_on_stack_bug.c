/* heddle: memory=FALSE overflow=TRUE; engines: auto */
/* A request on the stack of who asks, who goes on when it is served; the thread uses it once more. */
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
    r->n++;
    return NULL;
}
static int ask(int n)
{
    struct request r = {.n = n};
    sem_init(&r.done, 0, 0);
    if (pthread_create(&worker, NULL, serve, &r))
        return -1;
    sem_wait(&r.done);
    return r.n;
}
int main(void)
{
    int n = ask(3);
    pthread_join(worker, NULL);
    return n;
}
