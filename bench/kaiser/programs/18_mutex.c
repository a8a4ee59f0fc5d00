/* heddle: reach=TRUE; engines: monotone */
/* A mutex of the library around a number. */
#include "any.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *thread(void *argument)
{
    while (1) {
        pthread_mutex_lock(&lock);
        inside++;
        assert(inside == 1);
        inside--;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}
