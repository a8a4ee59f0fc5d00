/* heddle: race=UNKNOWN; engines: auto; reason: what number the id of a thread is */
/* An id is put into memory from malloc, and given back through a pointer, before it chooses a slot: glibc's are addresses, so that all have the same. */
#include <pthread.h>
#include <stdlib.h>
static int slots[4];
static void own(unsigned long *id)
{
    pthread_t *kept = malloc(sizeof *kept);
    *kept = pthread_self();
    *id = *kept;
    free(kept);
}
static void *work(void *argument)
{
    unsigned long id;
    own(&id);
    slots[id % 4]++;
    return argument;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
