/* Any number of threads and a mutex. BUG: somebody looks without it. */
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *thread(void *a)
{
    if (!BUG || __VERIFIER_nondet_bool())
        pthread_mutex_lock(&m);
    x = 1;
    assert(x == 1);
    x = 0;
    if (!BUG || __VERIFIER_nondet_bool())
        pthread_mutex_unlock(&m);
    return a;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
