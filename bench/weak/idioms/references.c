/* Reference counts: who drops the last reference frees, and must come after all that others have done with the object.
   ask: race c11 TRUE
   ask: race c11 TRUE DROP=memory_order_release FENCE
   ask: race c11 FALSE DROP=memory_order_release
   ask: race c11 FALSE DROP=memory_order_relaxed
   ask: race c11 FALSE DROP=memory_order_acquire
   ask: memory c11 TRUE
   ask: memory c11 TRUE DROP=memory_order_release FENCE
   ask: memory c11 FALSE LATE
   ask: memory tso TRUE DROP=memory_order_relaxed
   ask: reach c11 TRUE
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef DROP
#define DROP memory_order_acq_rel
#endif

struct object {
    atomic_int references;
    int values[3];
};

static void drop(struct object *o)
{
    if (atomic_fetch_sub_explicit(&o->references, 1, DROP) == 1) {
#ifdef FENCE
        atomic_thread_fence(memory_order_acquire);
#endif
        o->values[0] = -1;
        o->values[1] = -1;
        free(o);
    }
}

static void *first(void *p)
{
    struct object *o = p;
    o->values[0] = 1;
    drop(o);
#ifdef LATE
    o->values[0] = 2;
#endif
    return 0;
}

static void *second(void *p)
{
    struct object *o = p;
    o->values[1] = 1;
    assert(o->values[1] == 1);
    drop(o);
    return 0;
}

int main(void)
{
    pthread_t s, t;
    struct object *o = malloc(sizeof *o);
    if (!o)
        return 1;
    atomic_init(&o->references, 2);
    pthread_create(&s, 0, first, o);
    pthread_create(&t, 0, second, o);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
