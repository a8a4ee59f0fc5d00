/* heddle: memory=FALSE overflow=TRUE; engines: auto */
/* A hazard pointer that is set without looking again whether the pointer is still current. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct config {
    int value;
};
static _Atomic(struct config *) current;
static _Atomic(struct config *) hazard;
static void *reader(void *arg)
{
    struct config *c = atomic_load(&current);
    atomic_store(&hazard, c);
    int v = c->value;
    atomic_store(&hazard, NULL);
    return (void *)(long)v;
}
int main(void)
{
    pthread_t t;
    struct config *old = malloc(sizeof *old), *fresh = malloc(sizeof *fresh);
    old->value = 1;
    fresh->value = 2;
    atomic_store(&current, old);
    pthread_create(&t, NULL, reader, NULL);
    atomic_store(&current, fresh);
    while (atomic_load(&hazard) == old)
        ;
    free(old);
    pthread_join(t, NULL);
    free(fresh);
    return 0;
}
