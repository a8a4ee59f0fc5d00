/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* Each thread has an element of an array that is allocated, by the number that it has as its argument. */
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
    (void)argv;
    squares = malloc(argc * sizeof *squares);
    for (int i = 0; i < argc; i++)
        pthread_create(&ids[i], NULL, work, (void *)(long)i);
    for (int i = 0; i < argc; i++)
        pthread_join(ids[i], NULL);
    return squares[0];
}
