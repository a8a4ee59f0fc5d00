/* A deque for stealing work (Chase and Lev, SPAA 2005) with the orders of Le, Pop, Cohen and Zappa Nardelli, "Correct and Efficient Work-Stealing for
   Weak Memory Models" (PPoPP 2013): nobody takes an element twice. Without one of the seq_cst fences owner and thief may both get it.
   ask: reach c11 TRUE
   ask: reach c11 FALSE NO_TAKE_FENCE
   ask: reach c11 FALSE NO_STEAL_FENCE
   ask: reach tso TRUE
   ask: reach tso FALSE NO_TAKE_FENCE
   ask: reach tso TRUE NO_STEAL_FENCE
   ask: race c11 TRUE
   ask: race c11 FALSE PLAIN_PUSH
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 4, EMPTY = -1, ABORT = -2 };
static atomic_int top, bottom;
static atomic_int slots[SIZE];
static int payload[3];
static atomic_int taken[3];

static void push(int x)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed);
    atomic_store_explicit(&slots[b % SIZE], x, memory_order_relaxed);
#ifndef PLAIN_PUSH
    atomic_thread_fence(memory_order_release);
#endif
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&bottom, b, memory_order_relaxed);
#ifndef NO_TAKE_FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    int t = atomic_load_explicit(&top, memory_order_relaxed), x = EMPTY;
    if (t <= b) {
        x = atomic_load_explicit(&slots[b % SIZE], memory_order_relaxed);
        if (t == b) {
            if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
                x = EMPTY;
            atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
        }
    } else {
        atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    }
    return x;
}

static int steal(void)
{
    int t = atomic_load_explicit(&top, memory_order_acquire);
#ifndef NO_STEAL_FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    int b = atomic_load_explicit(&bottom, memory_order_acquire), x = EMPTY;
    if (t < b) {
        x = atomic_load_explicit(&slots[t % SIZE], memory_order_relaxed);
        if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
            return ABORT;
    }
    return x;
}

static void use(int x)
{
    if (x < 0)
        return;
    assert(payload[x] == x + 10);
    assert(atomic_fetch_add_explicit(&taken[x], 1, memory_order_relaxed) == 0);
}

static void *thief(void *p)
{
    use(steal());
    use(steal());
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, thief, 0);
    payload[1] = 11;
    push(1);
    payload[2] = 12;
    push(2);
    use(take());
    use(take());
    pthread_join(t, 0);
    return 0;
}
