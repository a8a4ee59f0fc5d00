/* Barriers. Threads of the next round wait until those of the last one have left, which they can always do: so nothing is
 * excluded, and no number of rounds has to be counted. The last to arrive is the serial thread, as in glibc. Nobody arrives while others leave, so one
 * number is enough for both: executions of weaker memory models know no atomic sections with several variables. */
#include "mutex.h"
#include "weak_memory.h"

struct barrier {
    unsigned needed;
    int here; /* threads that have arrived; less than zero: those that may go on and have not done so */
    int rest[__SIZEOF_POINTER__ == 4 ? 3 : 6];
};
_Static_assert(sizeof(struct barrier) == (__SIZEOF_POINTER__ == 4 ? 20 : 32), "size of glibc's pthread_barrier_t");

MODEL int pthread_barrier_init(struct barrier *b, const void *attributes, unsigned needed)
{
    (void)attributes;
    if (needed == 0 || needed >= 0x7fffffff)
        return E_INVAL;
    makes(b, sizeof *b);
    __heddle_writes(&b->here, sizeof b->here);
    begin_without_barrier();
    store_there(&b->needed, needed);
    end_without_barrier();
    begin_without_barrier();
    store_there((unsigned *)&b->here, 0);
    end_without_barrier();
    return 0;
}

/* Waits until all have left, as glibc does: a thread that was let go may destroy it at once. */
MODEL int pthread_barrier_destroy(struct barrier *b)
{
    MUST_LIVE(&b->needed, "a barrier");
    __heddle_atomic_begin();
    __heddle_assume(b->here >= 0);
    __heddle_atomic_end();
    __heddle_writes(&b->here, sizeof b->here);
    is_destroyed(&b->needed);
    return 0;
}

MODEL int pthread_barrier_wait(struct barrier *b)
{
    __heddle_initialised(&b->needed, sizeof b->needed, "a barrier");
    MUST_LIVE(&b->needed, "a barrier");
    __heddle_atomic_begin();
    MUST_LIVE(&b->needed, "a barrier"); /* it may end since one has looked */
    __heddle_assume(b->here >= 0);
    _Bool last = (unsigned)b->here + 1 == b->needed;
    b->here = last ? -b->here : b->here + 1;
    __heddle_atomic_end();
    if (last)
        return -1; /* PTHREAD_BARRIER_SERIAL_THREAD */
    __heddle_atomic_begin();
    __heddle_assume(b->here < 0);
    b->here++;
    __heddle_atomic_end();
    return 0;
}

MODEL int pthread_barrierattr_init(int *a)
{
    __heddle_writes(a, sizeof *a);
    return 0;
}

MODEL int pthread_barrierattr_destroy(int *a)
{
    __heddle_writes(a, sizeof *a);
    return 0;
}

MODEL int pthread_barrierattr_setpshared(int *a, int shared)
{
    __heddle_writes(a, sizeof *a);
    return shared == 0 || shared == 1 ? 0 : E_INVAL;
}
