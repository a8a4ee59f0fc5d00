/* heddle: reach=TRUE; engines: monotone */
/* __CPROVER_ASYNC labels start threads; thread-local variables and an atomic section (Fig. 28 of Kaiser's thesis). */
#include <assert.h>

extern void __CPROVER_atomic_begin(void), __CPROVER_atomic_end(void);

#define UNLOCKED 0
#define LOCKED 1
volatile int lock = UNLOCKED;
_Thread_local int delay = 1, taken;
int inside;

#define TAS(val, old)            \
    {                            \
        __CPROVER_atomic_begin(); \
        old = val, val = 1;      \
        __CPROVER_atomic_end();  \
    }

static void acquire_lock(void)
{
    TAS(lock, taken);
    while (taken == LOCKED) {
        if ((unsigned)delay * 2 > (unsigned)delay)
            delay = (int)((unsigned)delay * 2);
        TAS(lock, taken);
    }
    assert(taken != lock);
}

static void release_lock(void)
{
    assert(lock != UNLOCKED);
    lock = UNLOCKED;
}

static void thread(void)
{
    while (1) {
        acquire_lock();
        inside++;
        assert(inside == 1);
        inside--;
        release_lock();
    }
}

int main(void)
{
    while (1) {
        __CPROVER_ASYNC_1: thread();
    }
}
