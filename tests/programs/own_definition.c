/* heddle: reach=TRUE; engines: explore */
/* A definition of the program's own wins over heddle's model of the library. */
#include <assert.h>
#include <pthread.h>

int locks;

int pthread_mutex_lock(pthread_mutex_t *m)
{
    (void)m;
    return ++locks;
}

int rand(void) { return 4; }

int main(void)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    assert(pthread_mutex_lock(&m) == 1);
    assert(pthread_mutex_lock(&m) == 2);
    assert(rand() == 4);
    return 0;
}
