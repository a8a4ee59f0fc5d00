/* Spin locks: by an exchange, by an exchange after a look, by gcc's old builtins (whose release is one, and whose acquire is one).
   ask: race c11 TRUE
   ask: race c11 TRUE LOOK
   ask: race c11 TRUE OLD
   ask: race c11 TRUE FLAG
   ask: race c11 FALSE LEAVE=memory_order_relaxed
   ask: race c11 FALSE COME=memory_order_relaxed
   ask: race c11 TRUE COME=memory_order_relaxed COME_FENCE
   ask: race c11 FALSE LOOK COME=memory_order_relaxed
   ask: reach c11 TRUE
   ask: reach tso TRUE LEAVE=memory_order_relaxed COME=memory_order_relaxed
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef COME
#define COME memory_order_acquire
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif

static atomic_int locked;
static int old_lock;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int counter;

static void lock(void)
{
#if defined OLD
    while (__sync_lock_test_and_set(&old_lock, 1))
        ;
#elif defined FLAG
    while (atomic_flag_test_and_set_explicit(&flag, COME))
        ;
#else
    while (atomic_exchange_explicit(&locked, 1, COME)) {
#ifdef LOOK
        while (atomic_load_explicit(&locked, memory_order_relaxed))
            ;
#endif
    }
#endif
#ifdef COME_FENCE
    atomic_thread_fence(memory_order_acquire);
#endif
}

static void unlock(void)
{
#if defined OLD
    __sync_lock_release(&old_lock);
#elif defined FLAG
    atomic_flag_clear_explicit(&flag, LEAVE);
#else
    atomic_store_explicit(&locked, 0, LEAVE);
#endif
}

static void *work(void *p)
{
    lock();
    counter++;
    unlock();
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(counter == 2);
    return 0;
}
