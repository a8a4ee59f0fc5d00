/* heddle: race=FALSE; engines: explore */
/* A lock is made while another thread may already use it. */
#include <pthread.h>

static pthread_rwlock_t l;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    pthread_rwlock_init(&l, NULL);
    pthread_join(t, NULL);
    return 0;
}
