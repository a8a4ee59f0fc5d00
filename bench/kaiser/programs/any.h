/* What the programs share: any number of threads that run thread() (or -DTHREADS=N of them), locks that are plain integers,
 * and compare-and-swap. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static inline void acquire(int *lock)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(*lock == 0);
    *lock = 1;
    __VERIFIER_atomic_end();
}

static inline void release(int *lock)
{
    __VERIFIER_atomic_begin();
    assert(*lock == 1);
    *lock = 0;
    __VERIFIER_atomic_end();
}

static inline _Bool swap(unsigned *x, unsigned expected, unsigned wanted)
{
    _Bool ok;
    __VERIFIER_atomic_begin();
    ok = *x == expected;
    if (ok)
        *x = wanted;
    __VERIFIER_atomic_end();
    return ok;
}

static void *thread(void *argument);

#ifndef OWN_MAIN
int main(void)
{
    pthread_t id;
#ifdef THREADS
    for (int i = 0; i < THREADS; i++)
        pthread_create(&id, 0, thread, 0);
#else
    while (1)
        pthread_create(&id, 0, thread, 0);
#endif
    return 0;
}
#endif
