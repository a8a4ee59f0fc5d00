/* heddle: reach=TRUE; engines: explore */
/* A flag in the lowest bit of a pointer that is stored as an integer. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

int object = 4;
_Atomic uintptr_t word;

static void *thread(void *unused)
{
    word = (uintptr_t)&object | 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    uintptr_t seen = word;
    if (seen & 1)
        assert(*(int *)(seen & ~(uintptr_t)1) == 4);
    else
        assert(seen == 0);
    return 0;
}
