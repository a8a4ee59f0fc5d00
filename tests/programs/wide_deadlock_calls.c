/* heddle: deadlock=TRUE; engines: wide; options: --undefined=assume */
/* Locks as arguments, taken by calls, always in one order. */
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void take(pthread_mutex_t *m) { pthread_mutex_lock(m); }
static void give(pthread_mutex_t *m) { pthread_mutex_unlock(m); }
static int count;
static void inner(void)
{
    take(&b);
    count++;
    give(&b);
}
static void *f(void *unused)
{
    for (;;) {
        take(&a);
        inner();
        give(&a);
        if (count > 10)
            break;
    }
    return unused;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
