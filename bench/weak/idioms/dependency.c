/* An address dependency orders nothing in C unless the load acquires (consume is taken as acquire, as compilers do).
   ask: race c11 FALSE
   ask: race c11 TRUE LOAD=memory_order_acquire
   ask: race c11 TRUE LOAD=memory_order_consume
   ask: race c11 FALSE LOAD=memory_order_acquire STORE=memory_order_relaxed
   ask: reach tso TRUE
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef LOAD
#define LOAD memory_order_relaxed
#endif
#ifndef STORE
#define STORE memory_order_release
#endif

struct item {
    int value;
};
static struct item item;
static _Atomic(struct item *) shared;

static void *publish(void *p)
{
    item.value = 3;
    atomic_store_explicit(&shared, &item, STORE);
    return p;
}

static void *receive(void *p)
{
    struct item *i = atomic_load_explicit(&shared, LOAD);
    if (i)
        assert(i->value == 3);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, publish, 0);
    pthread_create(&b, 0, receive, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
