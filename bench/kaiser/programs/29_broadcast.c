/* heddle: reach=TRUE; engines: monotone */
/* A gate that one thread opens, telling all that wait; who opens it a second time would spoil what the first has left. */
#include "any.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int gate, left;

static void *thread(void *argument)
{
    pthread_mutex_lock(&lock);
    if (gate == 0 && __VERIFIER_nondet_bool()) {
        left = left + 1;
        gate = 1;
        pthread_cond_broadcast(&opened);
    }
    while (gate == 0)
        pthread_cond_wait(&opened, &lock);
    pthread_mutex_unlock(&lock);
    assert(left == 1);
    return argument;
}
