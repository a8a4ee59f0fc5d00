/* heddle: reach=TRUE race=TRUE locks=TRUE; engines: explore */
/* Two readers and a writer keep two values equal. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int a, b;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&l);
    assert(a == b);
    pthread_rwlock_unlock(&l);
    return unused;
}

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&l);
    a++;
    b++;
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void)
{
    pthread_t r, s, w;
    pthread_create(&r, NULL, reader, NULL);
    pthread_create(&s, NULL, reader, NULL);
    pthread_create(&w, NULL, writer, NULL);
    pthread_join(r, NULL);
    pthread_join(s, NULL);
    pthread_join(w, NULL);
    pthread_rwlock_destroy(&l);
    return 0;
}
