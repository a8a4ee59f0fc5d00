/* heddle: race=UNKNOWN; engines: explore; reason: found taken */
/* That a read-write lock is found taken orders nothing: a race, which is not proved absent. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;

static void *writer(void *p)
{
    data = 1;
    pthread_rwlock_wrlock(&lock);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    if (pthread_rwlock_tryrdlock(&lock) != 0)
        return data;
    return 0;
}
