/* A hazard pointer (Michael, "Hazard Pointers: Safe Memory Reclamation for Lock-Free Objects", TPDS 2004): a reader announces what it uses and looks
   again; who replaces it frees it only if nobody has announced it. Each side stores and then loads, so both need a seq_cst fence (store buffering).
   ask: memory c11 TRUE
   ask: memory c11 FALSE NO_READER_FENCE
   ask: memory c11 FALSE NO_WRITER_FENCE
   ask: memory tso TRUE
   ask: memory tso FALSE NO_READER_FENCE
   ask: reach c11 TRUE
   ask: reach sc TRUE NO_READER_FENCE NO_WRITER_FENCE
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared, hazard;

static void *reader(void *p)
{
    int *mine = atomic_load_explicit(&shared, memory_order_acquire);
    atomic_store_explicit(&hazard, mine, memory_order_relaxed);
#ifndef NO_READER_FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    if (atomic_load_explicit(&shared, memory_order_acquire) == mine)
        assert(*mine == 1);
    atomic_store_explicit(&hazard, 0, memory_order_release);
    return p;
}

static void *writer(void *p)
{
    static int other = 1;
    int *old = atomic_load_explicit(&shared, memory_order_relaxed);
    atomic_store_explicit(&shared, &other, memory_order_release);
#ifndef NO_WRITER_FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    if (atomic_load_explicit(&hazard, memory_order_acquire) != old)
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
