/* heddle: locks=FALSE; engines: auto explore */
/* A thread unlocks a read-write lock that another one has locked for reading. */
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER, other = PTHREAD_RWLOCK_INITIALIZER;
static int entries;

static void *work(void *argument)
{
    pthread_rwlock_rdlock(&other);
    pthread_rwlock_unlock(&table);
    pthread_rwlock_unlock(&other);
    return argument;
}

int main(void)
{
    pthread_t a;
    pthread_rwlock_rdlock(&table);
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    entries++;
    return 0;
}
