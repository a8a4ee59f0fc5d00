/* heddle: reach=TRUE locks=FALSE; engines: explore; options: -m64 */
/* An errorcheck mutex tells of its misuse; unlocking it once too often is reported all the same. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

int main(void)
{
    assert(pthread_mutex_lock(&e) == 0);
    assert(pthread_mutex_lock(&e) == EDEADLK);
    assert(pthread_mutex_unlock(&e) == 0);
    assert(pthread_mutex_unlock(&e) == EPERM);
    return 0;
}
