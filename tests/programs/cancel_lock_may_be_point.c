/* heddle: reach=UNKNOWN; engines: bounded; reason: the schedule that was found relies on */
/* POSIX allows that a thread is cancelled where it locks a read-write lock. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int done;

static void *worker(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    done = 1;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_cancel(t);
    pthread_join(t, 0);
    assert(done);
    return 0;
}
