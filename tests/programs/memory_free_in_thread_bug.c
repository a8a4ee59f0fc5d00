/* heddle: memory=FALSE; engines: explore */
/* Use after free in another thread: main does not wait, and reads what the thread may have freed. */
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
    pthread_create(&t, 0, release, 0);
    x = *block;
    pthread_join(t, 0);
    return x;
}
