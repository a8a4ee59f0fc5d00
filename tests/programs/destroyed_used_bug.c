/* heddle: reach=UNKNOWN locks=FALSE; engines: explore bounded; reason: undefined: use of a mutex that was destroyed */
/* With glibc the lock fails, and so does the assertion: TRUE was said. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_destroy(&m);
    assert(pthread_mutex_lock(&m) == 0);
    return 0;
}
