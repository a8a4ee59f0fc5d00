/* heddle: race=FALSE; engines: explore bounded */
/* Two threads free memory that nobody accesses. */
#include <pthread.h>
#include <stdlib.h>

static void *release(void *memory)
{
    free(memory);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    void *memory = malloc(8);
    pthread_create(&a, NULL, release, memory);
    pthread_create(&b, NULL, release, memory);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
