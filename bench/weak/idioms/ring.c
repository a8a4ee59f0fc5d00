/* A ring between one producer and one consumer (Lamport, "Proving the Correctness of Multiprocess Programs", TSE 1977).
   ask: race c11 TRUE
   ask: race c11 FALSE PUT=memory_order_relaxed
   ask: race c11 FALSE SEE_FREE=memory_order_relaxed
   ask: race c11 FALSE SEE_PUT=memory_order_relaxed
   ask: race c11 FALSE TAKEN=memory_order_relaxed
   ask: reach c11 TRUE
   ask: memory c11 TRUE
   ask: reach tso TRUE PUT=memory_order_relaxed TAKEN=memory_order_relaxed
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef PUT
#define PUT memory_order_release
#endif
#ifndef TAKEN
#define TAKEN memory_order_release
#endif
#ifndef SEE_PUT
#define SEE_PUT memory_order_acquire
#endif
#ifndef SEE_FREE
#define SEE_FREE memory_order_acquire
#endif

enum { SIZE = 2, ROUNDS = 3 };
static int slots[SIZE];
static atomic_uint head, tail;

static void *producer(void *p)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        while (i - atomic_load_explicit(&tail, SEE_FREE) == SIZE)
            ;
        slots[i % SIZE] = (int)i + 1;
        atomic_store_explicit(&head, i + 1, PUT);
    }
    return p;
}

static void *consumer(void *p)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        while (atomic_load_explicit(&head, SEE_PUT) == i)
            ;
        assert(slots[i % SIZE] == (int)i + 1);
        atomic_store_explicit(&tail, i + 1, TAKEN);
    }
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, producer, 0);
    pthread_create(&t, 0, consumer, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
