/* Read-copy-update in user space (Desnoyers, McKenney, Stern, Dagenais, Walpole, "User-Level Implementations of Read-Copy Update", TPDS 2012): a
   reader says that it reads; who has replaced the data waits until nobody does that may have the old one.
   ask: memory c11 TRUE
   ask: memory c11 FALSE NO_READER_FENCE
   ask: memory c11 FALSE NO_WRITER_FENCE
   ask: memory tso TRUE
   ask: memory tso FALSE NO_READER_FENCE
   ask: race c11 TRUE
   ask: race c11 FALSE LEAVE=memory_order_relaxed
   ask: race c11 FALSE PUBLISH=memory_order_relaxed
   ask: reach c11 TRUE
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef LEAVE
#define LEAVE memory_order_release
#endif
#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif

static _Atomic(int *) shared;
static atomic_int reading;

static void *reader(void *p)
{
    atomic_store_explicit(&reading, 1, memory_order_relaxed);
#ifndef NO_READER_FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    int *mine = atomic_load_explicit(&shared, memory_order_acquire);
    assert(*mine == 1);
    atomic_store_explicit(&reading, 0, LEAVE);
    return p;
}

static void *writer(void *p)
{
    int *old = atomic_load_explicit(&shared, memory_order_relaxed), *new = malloc(sizeof *new);
    if (!new)
        return p;
    *new = 1;
    atomic_store_explicit(&shared, new, PUBLISH);
#ifndef NO_WRITER_FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    while (atomic_load_explicit(&reading, memory_order_acquire))
        ;
    *old = 2;
    free(old);
    return p;
}

int main(void)
{
    pthread_t s, t;
    int *block = malloc(sizeof *block);
    if (!block)
        return 1;
    *block = 1;
    atomic_store(&shared, block);
    pthread_create(&s, 0, reader, 0);
    pthread_create(&t, 0, writer, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
