/* heddle: memory=FALSE */
/* Hazard pointers, but main waits for one of the two readers only. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared, hazard[2];

static void *reader(void *p)
{
    _Atomic(int *) *mine = p;
    int *q;
    do {
        q = shared;
        *mine = q;
    } while (q != shared);
    int *volatile seen = q;
    if (*seen == 3)
        abort();
    *mine = NULL;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    *first = 1;
    *second = 2;
    shared = first;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, reader, &hazard[i]);
    int *old = atomic_exchange(&shared, second);
    while (hazard[0] == old)
        continue;
    free(old);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    free(second);
    return 0;
}
