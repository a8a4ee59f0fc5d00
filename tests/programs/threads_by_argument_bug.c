/* heddle: reach=FALSE memory=FALSE; engines: auto */
/* The bound is one too large for the array of ids, and with four threads there are more than were thought of. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int begun;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *p)
{
    pthread_mutex_lock(&lock);
    begun++;
    pthread_mutex_unlock(&lock);
    return p;
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    pthread_t t[4];
    if (n > 5)
        return 1;
    for (unsigned i = 0; i != n; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (unsigned i = 0; i != n; i++)
        pthread_join(t[i], NULL);
    assert(begun < 4);
    return 0;
}
