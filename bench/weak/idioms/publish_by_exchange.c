/* Who makes an object first publishes it by an exchange; the others throw theirs away and use it. Then the failing exchange has to acquire.
   ask: race c11 TRUE
   ask: race c11 FALSE FAIL=memory_order_relaxed
   ask: race c11 FALSE PUBLISH=memory_order_relaxed
   ask: race c11 FALSE PUBLISH=memory_order_acquire
   ask: memory c11 TRUE
   ask: reach c11 TRUE
   ask: reach tso TRUE FAIL=memory_order_relaxed PUBLISH=memory_order_relaxed
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef PUBLISH
#define PUBLISH memory_order_acq_rel
#endif
#ifndef FAIL
#define FAIL memory_order_acquire
#endif

static _Atomic(int *) object;

static void *work(void *p)
{
    int *mine = malloc(sizeof *mine), *there = NULL;
    if (!mine)
        return p;
    *mine = 6;
    if (!atomic_compare_exchange_strong_explicit(&object, &there, mine, PUBLISH, FAIL)) {
        free(mine);
        mine = there;
    }
    assert(*mine == 6);
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
