/* heddle: reach=TRUE race=TRUE; engines: auto */
/* Any number of threads lock a mutex that tells its owner a second time: that fails, for whoever has it. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex;
static int tried, refused;

static void *twice(void *unused)
{
    (void)unused;
    if (pthread_mutex_lock(&mutex) != 0)
        return NULL;
    tried++;
    if (pthread_mutex_lock(&mutex) != 0)
        refused++;
    assert(tried == refused);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_mutexattr_t kind;
    pthread_t t;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex, &kind);
    while (getchar() != EOF)
        pthread_create(&t, NULL, twice, NULL);
    return 0;
}
