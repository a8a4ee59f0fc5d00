/* heddle: reach=TRUE locks=TRUE; engines: explore; options: -m32 */
/* The kind that glibc's static initialiser sets, in 32 bits. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

int main(void)
{
    assert(pthread_mutex_lock(&r) == 0);
    assert(pthread_mutex_lock(&r) == 0);
    assert(pthread_mutex_trylock(&r) == 0);
    assert(pthread_mutex_unlock(&r) == 0);
    assert(pthread_mutex_unlock(&r) == 0);
    assert(pthread_mutex_unlock(&r) == 0);
    assert(pthread_mutex_lock(&e) == 0);
    assert(pthread_mutex_lock(&e) == EDEADLK);
    assert(pthread_mutex_trylock(&e) == EBUSY);
    assert(pthread_mutex_unlock(&e) == 0);
    return 0;
}
