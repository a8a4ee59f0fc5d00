/* heddle: reach=FALSE race=TRUE; engines: auto */
/* The twin of any_owner_asked: the mutex may be taken again by its owner, who then does not count that. */
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
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &kind);
    while (getchar() != EOF)
        pthread_create(&t, NULL, twice, NULL);
    return 0;
}
