/* heddle: reach=TRUE race=TRUE locks=TRUE deadlock=TRUE; engines: explore bounded */
/* The owner of a robust mutex ends: who locks it next is told so, repairs what it protects, and then it is as before. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *dies(void *unused)
{
    int r = pthread_mutex_lock(&m);
    assert(r == 0);
    x = 1;
    return 0;
}

void *goes_on(void *unused)
{
    int r = pthread_mutex_lock(&m);
    if (r == EOWNERDEAD) {
        assert(x == 1);
        r = pthread_mutex_consistent(&m);
        assert(r == 0 && pthread_mutex_consistent(&m) == EINVAL);
        x = 2;
    } else {
        assert(r == 0 && x == 0);
    }
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_mutexattr_t attributes;
    int robust;
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setrobust(&attributes, 7) == EINVAL);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutexattr_getrobust(&attributes, &robust);
    assert(robust == PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &attributes);
    pthread_create(&a, 0, dies, 0);
    pthread_create(&b, 0, goes_on, 0);
    pthread_join(b, 0);
    pthread_join(a, 0);
    int r = pthread_mutex_trylock(&m);
    assert(x == 2 ? r == 0 : r == EOWNERDEAD);
    if (r == 0)
        assert(pthread_mutex_lock(&m) == EDEADLK);
    pthread_mutex_unlock(&m);
    assert(pthread_mutex_lock(&m) == (r == 0 ? 0 : ENOTRECOVERABLE));
    if (r == 0)
        pthread_mutex_unlock(&m);
    return 0;
}
