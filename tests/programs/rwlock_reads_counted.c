/* heddle: locks=TRUE; engines: auto explore */
/* Threads read under one lock twice, and under two at a time, in an order that is not that of unlocking. */
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER, other = PTHREAD_RWLOCK_INITIALIZER;

static void *work(void *argument)
{
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_rdlock(&other);
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_unlock(&table);
    pthread_rwlock_unlock(&table);
    pthread_rwlock_unlock(&other);
    pthread_rwlock_wrlock(&other);
    pthread_rwlock_unlock(&other);
    return argument;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    work(NULL);
    pthread_join(a, NULL);
    return 0;
}
