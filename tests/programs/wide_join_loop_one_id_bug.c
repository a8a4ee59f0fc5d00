/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* All ids go to one place: only the last thread is joined. */
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
    for (i = 0; i < n; i++)
        pthread_create(&ids[0], NULL, work, NULL);
    for (i = 0; i < n; i++)
        pthread_join(ids[i], NULL);
    return total + (argv == NULL);
}
