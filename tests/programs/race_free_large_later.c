/* heddle: race=TRUE; engines: explore */
/* As race_free_large.c, but it is freed when nobody reads it any more. */
#include <pthread.h>
#include <stdlib.h>

static char *buffer;
static int size = 50, sum;

static void *reader(void *unused)
{
    sum = buffer[40];
    return unused;
}

int main(void)
{
    pthread_t t;
    size = 100;
    buffer = malloc(size);
    for (int i = 0; i < size; i++)
        buffer[i] = 1;
    pthread_create(&t, NULL, reader, NULL);
    pthread_join(t, NULL);
    free(buffer);
    return 0;
}
