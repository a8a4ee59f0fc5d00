/* heddle: reach=TRUE locks=FALSE deadlock=FALSE; engines: explore */
/* Locking a normal mutex twice blocks for ever: what follows is never executed. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    assert(0);
    return 0;
}
