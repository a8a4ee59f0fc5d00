/* Any number of threads and a spin lock.
   ask: race c11 TRUE
   ask: race c11 FALSE LEAVE=memory_order_relaxed
   ask: race c11 FALSE COME=memory_order_relaxed
   ask: reach c11 TRUE
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef COME
#define COME memory_order_acquire
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif

static atomic_int locked;
static int inside;

static void *work(void *p)
{
    while (atomic_exchange_explicit(&locked, 1, COME))
        ;
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store_explicit(&locked, 0, LEAVE);
    return p;
}

int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, work, 0);
}
