/* heddle: reach=TRUE race=TRUE locks=TRUE deadlock=TRUE; engines: auto */
/* As many threads as the command line asks for, up to eight: each is one that exists, or does not. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int inside;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *p)
{
    pthread_mutex_lock(&lock);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&lock);
    return p;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2;
    if (n < 1 || n > 8)
        n = 2;
    pthread_t t[8];
    for (int i = 0; i < n; i++)
        if (pthread_create(&t[i], NULL, worker, NULL))
            return 1;
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    return 0;
}
