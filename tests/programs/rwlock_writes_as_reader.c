/* heddle: reach=FALSE race=FALSE locks=TRUE; engines: explore */
/* Writing under a read lock. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t l;
int count;

static void *thread(void *unused)
{
    pthread_rwlock_rdlock(&l);
    count++;
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_rwlock_init(&l, NULL);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    return 0;
}
