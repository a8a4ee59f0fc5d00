/* heddle: deadlock=FALSE reach=TRUE; engines: explore */
/* Where writers come first, a reader that reads again waits for a writer that waits for it. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t l;
static int x;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_rwlockattr_t a;
    pthread_rwlockattr_init(&a);
    pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&l, &a);
    pthread_create(&t, NULL, reader, NULL);
    pthread_rwlock_wrlock(&l);
    x++;
    pthread_rwlock_unlock(&l);
    pthread_join(t, NULL);
    return 0;
}
