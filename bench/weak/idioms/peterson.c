/* Peterson's lock (Information Processing Letters 1981): seq_cst throughout; or an exchange of the turn that acquires and releases (Williams, "Peterson's
   lock with C++0x atomics", 2008). A seq_cst fence between relaxed stores and the loads is enough for x86, not for C: the order of the stores to the
   turn is not that of the fences.
   ask: race c11 TRUE
   ask: race c11 FALSE WEAK
   ask: race c11 FALSE WEAK FENCE
   ask: race c11 TRUE WEAK EXCHANGE=memory_order_acq_rel
   ask: race c11 FALSE WEAK EXCHANGE=memory_order_relaxed
   ask: race c11 FALSE ACQUIRE_RELEASE
   ask: reach c11 TRUE
   ask: reach tso TRUE
   ask: reach tso FALSE WEAK
   ask: reach tso TRUE WEAK FENCE
   ask: reach tso TRUE WEAK EXCHANGE=memory_order_relaxed
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#if defined WEAK
#define STORE memory_order_relaxed
#define LOAD memory_order_acquire
#define LEAVE memory_order_release
#elif defined ACQUIRE_RELEASE
#define STORE memory_order_release
#define LOAD memory_order_acquire
#define LEAVE memory_order_release
#else
#define STORE memory_order_seq_cst
#define LOAD memory_order_seq_cst
#define LEAVE memory_order_seq_cst
#endif

static atomic_int wants[2], turn;
static int counter;

static void work(int me)
{
    atomic_store_explicit(&wants[me], 1, STORE);
#ifdef EXCHANGE
    atomic_exchange_explicit(&turn, 1 - me, EXCHANGE);
#else
    atomic_store_explicit(&turn, 1 - me, STORE);
#endif
#ifdef FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    while (atomic_load_explicit(&wants[1 - me], LOAD) && atomic_load_explicit(&turn, LOAD) == 1 - me)
        ;
    counter++;
    atomic_store_explicit(&wants[me], 0, LEAVE);
}

static void *first(void *p)
{
    work(0);
    return p;
}

static void *second(void *p)
{
    work(1);
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(counter == 2);
    return 0;
}
