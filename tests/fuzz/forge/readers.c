/* Any number of readers, which the lock counts, and writers. BUG: who wrote does not put it right before leaving. */
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *thread(void *a)
{
    if (__VERIFIER_nondet_bool()) {
        pthread_rwlock_wrlock(&lock);
        x = x + 1;
        x = x - 1 + BUG;
        pthread_rwlock_unlock(&lock);
    } else {
        pthread_rwlock_rdlock(&lock);
        assert(x == 0);
        pthread_rwlock_unlock(&lock);
    }
    return a;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
