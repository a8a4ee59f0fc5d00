/* heddle: deadlock=UNKNOWN; engines: wide; options: --undefined=assume; reason: something may keep a thread waiting */
/* Three are awaited, two come. */
#include <pthread.h>
static pthread_barrier_t all;
static void *f(void *unused)
{
    pthread_barrier_wait(&all);
    return unused;
}
int main(void)
{
    pthread_t t, u;
    pthread_barrier_init(&all, 0, 3);
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
