/* heddle: reach=FALSE; engines: monotone */
/* A broadcast is taken for a promise: two threads go on, and the first takes what was there. */
#include "any.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int items;

static void *thread(void *argument)
{
    pthread_mutex_lock(&lock);
    if (__VERIFIER_nondet_bool()) {
        items = 1;
        pthread_cond_broadcast(&more);
    } else {
        if (!items)
            pthread_cond_wait(&more, &lock);
        assert(items > 0);
        items = 0;
    }
    pthread_mutex_unlock(&lock);
    return argument;
}
