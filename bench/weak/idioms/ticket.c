/* A ticket lock: tickets need no order, the number that is served does.
   ask: race c11 TRUE
   ask: race c11 FALSE SERVE=memory_order_relaxed
   ask: race c11 FALSE WAIT=memory_order_relaxed
   ask: reach c11 TRUE
   ask: reach tso TRUE SERVE=memory_order_relaxed WAIT=memory_order_relaxed
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef SERVE
#define SERVE memory_order_release
#endif
#ifndef WAIT
#define WAIT memory_order_acquire
#endif

static atomic_uint next, served;
static int counter;

static void *work(void *p)
{
    unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&served, WAIT) != mine)
        ;
    counter++;
    atomic_store_explicit(&served, mine + 1, SERVE);
    return p;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(counter == 3);
    return 0;
}
