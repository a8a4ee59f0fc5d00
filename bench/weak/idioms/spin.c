/* A thread that spins on a flag; what the flag announces has been written, or is to be freed.
   ask: race c11 TRUE
   ask: race c11 FALSE LOAD=memory_order_relaxed
   ask: race c11 FALSE STORE=memory_order_relaxed
   ask: race c11 TRUE LOAD=memory_order_relaxed FENCE
   ask: memory c11 TRUE
   ask: reach c11 TRUE
   ask: reach tso TRUE LOAD=memory_order_relaxed STORE=memory_order_relaxed
   ask: memory tso TRUE LOAD=memory_order_relaxed STORE=memory_order_relaxed
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef LOAD
#define LOAD memory_order_acquire
#endif
#ifndef STORE
#define STORE memory_order_release
#endif

static atomic_int done;
static int *block;

static void *use(void *p)
{
    *block = 5;
    atomic_store_explicit(&done, 1, STORE);
    return p;
}

int main(void)
{
    pthread_t t;
    block = malloc(sizeof *block);
    if (!block)
        return 1;
    *block = 0;
    pthread_create(&t, 0, use, 0);
    while (!atomic_load_explicit(&done, LOAD))
        ;
#ifdef FENCE
    atomic_thread_fence(memory_order_acquire);
#endif
    assert(*block == 5);
    free(block);
    pthread_join(t, 0);
    return 0;
}
