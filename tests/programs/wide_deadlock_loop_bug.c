/* heddle: deadlock=UNKNOWN; engines: wide; options: --undefined=assume; reason: something may keep a thread waiting */
/* Who holds the lock waits for the other, who wants it. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static void *f(void *unused)
{
    pthread_mutex_lock(&m);
    while (!__atomic_load_n(&ready, __ATOMIC_SEQ_CST))
        ;
    pthread_mutex_unlock(&m);
    return unused;
}
static void *g(void *unused)
{
    pthread_mutex_lock(&m);
    __atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&m);
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
