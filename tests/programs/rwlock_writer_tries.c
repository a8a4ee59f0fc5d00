/* heddle: reach=FALSE deadlock=TRUE; engines: explore */
/* Where writers come first, an attempt to read fails while a writer waits, though nobody writes. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_rwlock_rdlock(&l);
    pthread_create(&t, NULL, writer, NULL);
    int r = pthread_rwlock_tryrdlock(&l);
    if (r == 0)
        pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_join(t, NULL);
    assert(r == 0);
    return 0;
}
