/* heddle: race=TRUE; engines: explore */
/* Attempts to lock for reading and for writing: whoever fails touches nothing. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;

static void *writer(void *p)
{
    if (pthread_rwlock_trywrlock(&lock) == 0) {
        data++;
        pthread_rwlock_unlock(&lock);
    }
    return p;
}

int main(void)
{
    pthread_t t;
    int seen = 0;
    pthread_create(&t, NULL, writer, NULL);
    if (pthread_rwlock_tryrdlock(&lock) == 0) {
        seen = data;
        pthread_rwlock_unlock(&lock);
    }
    pthread_join(t, NULL);
    return seen > 1;
}
