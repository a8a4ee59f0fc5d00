/* heddle: deadlock=UNKNOWN; engines: wide; options: --undefined=assume; reason: threads may wait for each other */
/* The callee takes what its caller should have taken first. */
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void take(pthread_mutex_t *m) { pthread_mutex_lock(m); }
static void give(pthread_mutex_t *m) { pthread_mutex_unlock(m); }
static void inner(void)
{
    take(&b);
    give(&b);
}
static void *f(void *unused)
{
    take(&a);
    inner();
    give(&a);
    return unused;
}
static void *g(void *unused)
{
    take(&b);
    take(&a);
    give(&a);
    give(&b);
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
