/* heddle: reach=FALSE; engines: explore */
/* Readers do not exclude each other: both can be inside. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
atomic_int inside;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&l);
    inside++;
    assert(inside < 2);
    inside--;
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void)
{
    pthread_t r, s;
    pthread_create(&r, NULL, reader, NULL);
    pthread_create(&s, NULL, reader, NULL);
    pthread_join(r, NULL);
    pthread_join(s, NULL);
    return 0;
}
