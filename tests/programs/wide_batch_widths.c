/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* Threads are counted with numbers of one type, and joined with those of another. */
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t t[40];
    (void)argv;
    for (size_t i = 0; i < 40; i++)
        if (pthread_create(&t[i], NULL, work, NULL))
            return 1;
    for (int i = 0; i < 40; i++)
        pthread_join(t[i], NULL);
    return x + argc;
}
