/* heddle: reach=TRUE; engines: monotone */
/* A readers-writer lock of the library: the number of readers counts the threads that read. */
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *thread(void *unused)
{
    if (__VERIFIER_nondet_bool()) {
        pthread_rwlock_wrlock(&lock);
        x++;
        x--;
        pthread_rwlock_unlock(&lock);
    } else {
        pthread_rwlock_rdlock(&lock);
        assert(x == 0);
        pthread_rwlock_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
