/* heddle: memory=FALSE; engines: explore */
/* Two threads see the pointer before either has cleared it: both free it. */
#include <pthread.h>
#include <stdlib.h>

static char *block;

static void *release(void *p)
{
    char *mine = block;
    block = 0;
    free(mine);
    return p;
}

int main(void)
{
    pthread_t a, b;
    block = malloc(4);
    pthread_create(&a, 0, release, 0);
    pthread_create(&b, 0, release, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
