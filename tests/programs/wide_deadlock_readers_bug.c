/* heddle: deadlock=UNKNOWN; engines: wide; options: --undefined=assume; reason: threads may wait for each other */
/* Who reads one waits to write the other, and the other way round. */
#include <pthread.h>
static pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;
static void *f(void *unused)
{
    pthread_rwlock_rdlock(&a);
    pthread_rwlock_wrlock(&b);
    pthread_rwlock_unlock(&b);
    pthread_rwlock_unlock(&a);
    return unused;
}
static void *g(void *unused)
{
    pthread_rwlock_rdlock(&b);
    pthread_rwlock_wrlock(&a);
    pthread_rwlock_unlock(&a);
    pthread_rwlock_unlock(&b);
    return unused;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, g, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
