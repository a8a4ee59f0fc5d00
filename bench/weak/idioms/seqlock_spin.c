/* The same with a reader that tries again until it has seen one state.
   ask: reach c11 TRUE
   ask: reach c11 FALSE NO_READER_FENCE
   ask: reach c11 FALSE NO_WRITER_FENCE
   ask: reach tso TRUE
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int first, second;

static void *writer(void *p)
{
    atomic_store_explicit(&sequence, 1, memory_order_relaxed);
#ifndef NO_WRITER_FENCE
    atomic_thread_fence(memory_order_release);
#endif
    atomic_store_explicit(&first, 1, memory_order_relaxed);
    atomic_store_explicit(&second, 1, memory_order_relaxed);
    atomic_store_explicit(&sequence, 2, memory_order_release);
    return p;
}

static void *reader(void *p)
{
    unsigned s;
    int a, b;
    do {
        while ((s = atomic_load_explicit(&sequence, memory_order_acquire)) % 2)
            ;
        a = atomic_load_explicit(&first, memory_order_relaxed);
        b = atomic_load_explicit(&second, memory_order_relaxed);
#ifndef NO_READER_FENCE
        atomic_thread_fence(memory_order_acquire);
#endif
    } while (s != atomic_load_explicit(&sequence, memory_order_relaxed));
    assert(a == b);
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, writer, 0);
    pthread_create(&t, 0, reader, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
