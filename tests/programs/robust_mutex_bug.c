/* heddle: reach=FALSE race=TRUE; engines: explore */
/* A robust mutex that was unlocked before it was consistent is lost: nobody gets it. Who does not look at the result believes to have it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *dies(void *unused)
{
    pthread_mutex_lock(&m);
    x = 1;
    pthread_exit(0);
}

int main(void)
{
    pthread_t a;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &attributes);
    pthread_create(&a, 0, dies, 0);
    pthread_join(a, 0);
    int first = pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    int second = pthread_mutex_lock(&m);
    assert(first == EOWNERDEAD);
    assert(second == 0);
    return 0;
}
