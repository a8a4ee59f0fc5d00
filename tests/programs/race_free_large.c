/* heddle: race=FALSE; engines: explore */
/* A large buffer, whose size is known only at run time, is freed while another thread may read it. */
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
    free(buffer);
    pthread_join(t, NULL);
    return 0;
}
