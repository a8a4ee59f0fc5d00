/* heddle: reach=TRUE race=TRUE deadlock=TRUE; engines: explore */
/* A broadcast reaches the threads that were created before it, although they may take their first step later, and nobody else: not who sends it,
 * and not who is created afterwards. What a thread assigns itself after it stands; the value is that of the step. */
#include <assert.h>
#include <pthread.h>

static _Thread_local int told = 3;
static int value = 5;
static _Atomic int go;

static void *early(void *p)
{
    while (!go)
        ;
    assert(told == 5);
    told = 9;
    assert(told == 9);
    return p;
}

static void *late(void *p)
{
    assert(told == 3);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, early, 0);
__CPROVER_passive_broadcast:
    told = value;
    value++;
    assert(told == 3);
    pthread_create(&b, 0, late, 0);
    go = 1;
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(told == 3);
    return 0;
}
