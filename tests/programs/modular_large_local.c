/* heddle: reach=TRUE; engines: modular */
/* A large array of one thread's own does not keep the engine from proving what has nothing to do with it. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int busy;

void *worker(void *unused)
{
    int own[200000];
    own[__VERIFIER_nondet_int() & 0x1ffff] = 1;
    pthread_mutex_lock(&lock);
    assert(!busy);
    busy = 1;
    busy = 0;
    pthread_mutex_unlock(&lock);
    return own[1] ? unused : NULL;
}

int main(void)
{
    pthread_t id[2];
    pthread_create(&id[0], NULL, worker, NULL);
    pthread_create(&id[1], NULL, worker, NULL);
    return 0;
}
