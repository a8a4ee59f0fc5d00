/* heddle: reach=TRUE; engines: flow */
/* A thread and a block for it, for ever: there are no more blocks than threads, so addresses do not run out, and every thread has got one. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int total;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *serves(void *own)
{
    *(int *)own = 1;
    pthread_mutex_lock(&m);
    total = 1;
    pthread_mutex_unlock(&m);
    free(own);
    return 0;
}

int main(void)
{
    for (;;) {
        int *own = malloc(sizeof *own);
        pthread_t t;
        if (!own)
            continue;
        if (pthread_create(&t, 0, serves, own))
            free(own);
        pthread_mutex_lock(&m);
        assert(total <= 1);
        pthread_mutex_unlock(&m);
    }
}
