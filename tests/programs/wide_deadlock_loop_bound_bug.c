/* heddle: deadlock=UNKNOWN; engines: wide; options: --undefined=assume; reason: something may keep a thread waiting */
/* The loop counts, and begins again and again. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, count;
static void *f(void *unused)
{
    pthread_mutex_lock(&m);
    while (!ready)
        for (int i = 0; i < 3; i++)
            count++;
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
