/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Who finds the array moved by one element has that of another thread. */
#include <pthread.h>
#include <stdlib.h>
static int *squares;
static void *work(void *number)
{
    int i = (int)(long)number;
    squares[i] = i * i;
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t *ids = malloc(argc * sizeof *ids);
    int *begin;
    begin = squares = malloc((argc + 1) * sizeof *squares);
    for (int i = 0; i < argc; i++)
        pthread_create(&ids[i], NULL, work, (void *)(long)i);
    if (argv[0])
        squares++;
    for (int i = 0; i < argc; i++)
        pthread_join(ids[i], NULL);
    return begin[0];
}
