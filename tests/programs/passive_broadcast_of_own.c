/* heddle: reach=UNKNOWN; engines: explore bounded; reason: not the same for all threads */
/* The value depends on the variable of each thread that is told: that is not taken for the variable of the sender. */
#include <assert.h>
#include <pthread.h>

static _Thread_local int told = 3;

static void *early(void *p)
{
    assert(told == 3);
    return p;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, early, 0);
__CPROVER_passive_broadcast:
    told = told + 1;
    pthread_join(a, 0);
    return 0;
}
