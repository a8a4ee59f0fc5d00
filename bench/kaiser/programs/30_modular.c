/* heddle: reach=TRUE; engines: monotone */
/* A flag that nobody resets while the lock is held: enough to know one thread at a time. */
#include "any.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static void *thread(void *argument)
{
    pthread_mutex_lock(&lock);
    flag = 1;
    assert(flag);
    flag = 0;
    pthread_mutex_unlock(&lock);
    return argument;
}
