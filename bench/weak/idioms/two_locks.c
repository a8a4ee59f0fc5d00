/* Two spin locks, each with release and acquire, each with data of its own: no more is needed than with one.
   ask: race c11 TRUE
   ask: reach c11 TRUE
   ask: race c11 FALSE LEAVE=memory_order_relaxed
   ask: race c11 FALSE CROSS
   ask: reach tso TRUE
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef LEAVE
#define LEAVE memory_order_release
#endif

static atomic_int locks[2];
static int counters[2];

static void enter(int i)
{
    while (atomic_exchange_explicit(&locks[i], 1, memory_order_acquire))
        ;
}

static void add(int i, int j)
{
    enter(i);
    counters[j]++;
    atomic_store_explicit(&locks[i], 0, LEAVE);
}

static void *first(void *p)
{
    add(0, 0);
    add(1, 1);
    return p;
}

static void *second(void *p)
{
#ifdef CROSS
    add(0, 1);
    add(1, 0);
#else
    add(1, 1);
    add(0, 0);
#endif
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(counters[0] == 2 && counters[1] == 2);
    return 0;
}
