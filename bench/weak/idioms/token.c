/* A token that is handed on by exchanges: each owner sees what those before it have done. The middle exchange must release as well: its own addition
   is not in the first one's release sequence.
   ask: race c11 TRUE
   ask: race c11 FALSE MIDDLE=memory_order_acquire
   ask: race c11 FALSE MIDDLE=memory_order_release
   ask: race c11 FALSE END=memory_order_relaxed
   ask: reach c11 TRUE
   ask: reach tso TRUE MIDDLE=memory_order_relaxed END=memory_order_relaxed
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef MIDDLE
#define MIDDLE memory_order_acq_rel
#endif
#ifndef END
#define END memory_order_acquire
#endif

static atomic_int token;
static int work;

static void *first(void *p)
{
    work = 1;
    atomic_store_explicit(&token, 1, memory_order_release);
    return p;
}

static void *second(void *p)
{
    int one = 1;
    if (atomic_compare_exchange_strong_explicit(&token, &one, 5, MIDDLE, memory_order_relaxed)) {
        work++;
        atomic_store_explicit(&token, 2,
                              MIDDLE == memory_order_acq_rel || MIDDLE == memory_order_release ? memory_order_release
                                                                                               : memory_order_relaxed);
    }
    return p;
}

static void *third(void *p)
{
    if (atomic_load_explicit(&token, END) == 2)
        assert(work == 2);
    return p;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_create(&t[2], 0, third, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
