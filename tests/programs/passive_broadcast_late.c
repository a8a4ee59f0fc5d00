/* heddle: reach=FALSE; engines: explore bounded */
/* The twin of passive_broadcast_created.c: the second broadcast may overtake the assignment of the thread, or come before its first step. */
#include <assert.h>
#include <pthread.h>

static _Thread_local int told = 3;

static void *early(void *p)
{
    told = 9;
    assert(told == 9);
    return p;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, early, 0);
__CPROVER_passive_broadcast:
    told = 5;
    pthread_join(a, 0);
    return 0;
}
