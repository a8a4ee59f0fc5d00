/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* Threads of two loops, one within the other, numbered by a counter that bounds the loop that joins them. */
#include <pthread.h>
#include <stdlib.h>
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(int argc, char **argv)
{
    int i, n = argc;
    pthread_t *ids = malloc((n + 1) * sizeof *ids);
    int k = 0;
    for (i = 0; i < n; i++)
        for (int j = 0; j < n && k < n; j++) {
            pthread_create(&ids[k], NULL, work, NULL);
            k++;
        }
    for (i = 0; i < k; i++)
        pthread_join(ids[i], NULL);
    return total + (argv == NULL);
}
