/* heddle: reach=TRUE; engines: explore */
/* A section that would have to wait for a lock has not been entered either. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *thread(void *unused)
{
    __VERIFIER_atomic_begin();
    x = 1;
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, thread, NULL);
    assert(x == 0);
    pthread_mutex_unlock(&m);
    assert(x == 0 || x == 2);
    return 0;
}
