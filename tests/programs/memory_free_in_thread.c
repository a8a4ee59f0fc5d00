/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* The thread frees the block when main has read it: the join comes first. */
#include <pthread.h>
#include <stdlib.h>

static int *block;

static void *release(void *p)
{
    free(block);
    return p;
}

int main(void)
{
    pthread_t t;
    int x;
    block = malloc(sizeof *block);
    if (!block)
        return 0;
    *block = 1;
    x = *block;
    pthread_create(&t, 0, release, 0);
    pthread_join(t, 0);
    return x;
}
