/* heddle: reach=TRUE; engines: monotone */
/* Threads that are told by a broadcast see the flag that was set before it (after Fig. 29 of the thesis). */
#include "any.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static int ready, flag;

static void *thread(void *argument)
{
    if (__VERIFIER_nondet_bool()) {
        flag = 1;
        pthread_mutex_lock(&lock);
        ready = 1;
        pthread_cond_broadcast(&told);
        pthread_mutex_unlock(&lock);
    } else {
        pthread_mutex_lock(&lock);
        while (!ready)
            pthread_cond_wait(&told, &lock);
        pthread_mutex_unlock(&lock);
        assert(flag);
    }
    return argument;
}
