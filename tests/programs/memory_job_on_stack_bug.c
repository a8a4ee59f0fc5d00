/* heddle: memory=FALSE; engines: explore */
/* A job that is a local variable is given to a thread; the function does not wait until it is done. */
#include <pthread.h>
#include <stdlib.h>

struct job {
    int number;
};
static struct job *_Atomic job;
static _Atomic int done;

static void *work(void *unused)
{
    struct job *mine = job;
    if (mine) {
        mine->number++;
        done = 1;
    }
    return unused;
}

static void give(void)
{
    struct job here = {1};
    job = &here;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    give();
    pthread_join(t, NULL);
    return 0;
}
