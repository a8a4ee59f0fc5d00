/* heddle: memory=UNKNOWN; engines: explore; options: --leaks=lost; reason: never be freed */
/* A thread that still runs when main returns knows the block: it is not lost, and whether it is freed in time is another question. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *p)
{
    *(int *)p = 1;
    free(p);
    return NULL;
}

int main(void)
{
    pthread_t t;
    int *p = malloc(sizeof *p);
    pthread_create(&t, NULL, work, p);
    return 0;
}
