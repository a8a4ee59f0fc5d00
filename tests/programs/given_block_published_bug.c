/* heddle: race=FALSE; engines: auto */
/* Threads tell others where their blocks are. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) latest;

void *serves(void *argument)
{
    int *other = atomic_load(&latest);
    atomic_store(&latest, (int *)argument);
    *(int *)argument = 1;
    if (other)
        *other = 2;
    return 0;
}

int main(void)
{
    for (;;) {
        int *block = malloc(sizeof *block);
        pthread_t t;
        pthread_create(&t, 0, serves, block);
    }
}
