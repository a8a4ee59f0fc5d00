/* heddle: deadlock=UNKNOWN; engines: wide; options: --undefined=assume; reason: something may keep a thread waiting */
/* A recursion that does not end, with a lock. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int next;
static int follow(int n) { return n ? follow(next) : 0; }
static void *f(void *unused)
{
    pthread_mutex_lock(&m);
    next = follow(next);
    pthread_mutex_unlock(&m);
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
