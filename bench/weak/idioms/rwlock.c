/* A lock for readers and writers by one counter: readers add one, a writer swaps 0 for -1. Leaving must release, also for readers: the next
   writer has to come after what they have read.
   ask: race c11 TRUE
   ask: race c11 FALSE READER_LEAVES=memory_order_relaxed
   ask: race c11 FALSE WRITER_LEAVES=memory_order_relaxed
   ask: race c11 FALSE READER_COMES=memory_order_relaxed
   ask: race c11 FALSE WRITER_COMES=memory_order_relaxed
   ask: reach c11 TRUE
   ask: reach tso TRUE READER_LEAVES=memory_order_relaxed WRITER_LEAVES=memory_order_relaxed
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef READER_COMES
#define READER_COMES memory_order_acquire
#endif
#ifndef READER_LEAVES
#define READER_LEAVES memory_order_release
#endif
#ifndef WRITER_COMES
#define WRITER_COMES memory_order_acquire
#endif
#ifndef WRITER_LEAVES
#define WRITER_LEAVES memory_order_release
#endif

static atomic_int users;
static int a, b;

static void *reader(void *p)
{
    int n = atomic_load_explicit(&users, memory_order_relaxed);
    do {
        while (n < 0)
            n = atomic_load_explicit(&users, memory_order_relaxed);
    } while (!atomic_compare_exchange_strong_explicit(&users, &n, n + 1, READER_COMES, memory_order_relaxed));
    assert(a == b);
    atomic_fetch_sub_explicit(&users, 1, READER_LEAVES);
    return p;
}

static void *writer(void *p)
{
    int n = 0;
    while (!atomic_compare_exchange_strong_explicit(&users, &n, -1, WRITER_COMES, memory_order_relaxed))
        n = 0;
    a++;
    b++;
    atomic_store_explicit(&users, 0, WRITER_LEAVES);
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, reader, 0);
    pthread_create(&t, 0, writer, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
