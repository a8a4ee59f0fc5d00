/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* As wide_threads_in_loop.c, but the last thread is not joined. */
#include <pthread.h>
enum { THREADS = 5 };
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t ids[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&ids[i], NULL, work, NULL);
    for (int i = 0; i < THREADS - 1; i++)
        pthread_join(ids[i], NULL);
    return total == THREADS ? 0 : 1;
}
