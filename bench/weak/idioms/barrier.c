/* A barrier that counts and turns its sense (Mellor-Crummey and Scott, TOCS 1991, section 3.1): everybody's work before it happens before everybody's behind it.
   ask: race c11 TRUE
   ask: race c11 FALSE COUNT=memory_order_relaxed
   ask: race c11 FALSE COUNT=memory_order_release
   ask: race c11 FALSE TURN=memory_order_relaxed
   ask: race c11 FALSE WAIT=memory_order_relaxed
   ask: reach c11 TRUE
   ask: reach tso TRUE COUNT=memory_order_relaxed TURN=memory_order_relaxed
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef COUNT
#define COUNT memory_order_acq_rel
#endif
#ifndef TURN
#define TURN memory_order_release
#endif
#ifndef WAIT
#define WAIT memory_order_acquire
#endif

static atomic_int count, sense;
static int left, right;

static void meet(void)
{
    if (atomic_fetch_add_explicit(&count, 1, COUNT) == 1) {
        atomic_store_explicit(&sense, 1, TURN);
        return;
    }
    while (!atomic_load_explicit(&sense, WAIT))
        ;
}

static void *first(void *p)
{
    left = 1;
    meet();
    assert(right == 1);
    return p;
}

static void *second(void *p)
{
    right = 1;
    meet();
    assert(left == 1);
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
