/* What is done once, by hand: who wins the exchange initialises, the others wait.
   ask: race c11 TRUE
   ask: race c11 FALSE WAIT=memory_order_relaxed
   ask: race c11 FALSE DONE=memory_order_relaxed
   ask: race c11 FALSE FAIL=memory_order_relaxed SKIP
   ask: race c11 TRUE SKIP
   ask: reach c11 TRUE
   ask: reach tso TRUE WAIT=memory_order_relaxed DONE=memory_order_relaxed
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef WAIT
#define WAIT memory_order_acquire
#endif
#ifndef DONE
#define DONE memory_order_release
#endif
#ifndef FAIL
#define FAIL memory_order_acquire
#endif

static atomic_int state;
static int value;

static void *work(void *p)
{
    int s = 0;
    if (atomic_compare_exchange_strong_explicit(&state, &s, 1, memory_order_acquire, FAIL)) {
        value += 4;
        atomic_store_explicit(&state, 2, DONE);
    }
#ifdef SKIP
    else if (s != 2)
        return p;
#else
    while (atomic_load_explicit(&state, WAIT) != 2)
        ;
#endif
    assert(value == 4);
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
