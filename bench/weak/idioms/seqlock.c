/* A sequence lock with relaxed data (Boehm, "Can Seqlocks Get Along With Programming Language Memory Models?", MSPC 2012): a release fence behind the
   odd number, an acquire fence before the second look.
   ask: reach c11 TRUE
   ask: reach c11 FALSE NO_WRITER_FENCE
   ask: reach c11 FALSE NO_READER_FENCE
   ask: reach c11 FALSE LAST=memory_order_relaxed
   ask: reach c11 FALSE LOOK=memory_order_relaxed
   ask: reach tso TRUE NO_WRITER_FENCE NO_READER_FENCE LAST=memory_order_relaxed LOOK=memory_order_relaxed
   ask: race c11 TRUE
   ask: race c11 FALSE PLAIN
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef LAST
#define LAST memory_order_release
#endif
#ifndef LOOK
#define LOOK memory_order_acquire
#endif

static atomic_uint sequence;
#ifdef PLAIN
static int first, second;
#define SET(x, v) (x) = (v)
#define GET(x) (x)
#else
static atomic_int first, second;
#define SET(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)
#define GET(x) atomic_load_explicit(&(x), memory_order_relaxed)
#endif

static void *writer(void *p)
{
    for (int i = 1; i <= 2; i++) {
        unsigned s = atomic_load_explicit(&sequence, memory_order_relaxed);
        atomic_store_explicit(&sequence, s + 1, memory_order_relaxed);
#ifndef NO_WRITER_FENCE
        atomic_thread_fence(memory_order_release);
#endif
        SET(first, i);
        SET(second, i);
        atomic_store_explicit(&sequence, s + 2, LAST);
    }
    return p;
}

static void *reader(void *p)
{
    unsigned s = atomic_load_explicit(&sequence, LOOK);
    int a = GET(first), b = GET(second);
#ifndef NO_READER_FENCE
    atomic_thread_fence(memory_order_acquire);
#endif
    if (s % 2 == 0 && s == atomic_load_explicit(&sequence, memory_order_relaxed))
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
