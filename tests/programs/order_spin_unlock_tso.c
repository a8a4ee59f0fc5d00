/* heddle: reach=FALSE; engines: auto; options: --memory-model=tso */
/* On x86 the store that unlocks a spin lock may be delayed: the load passes it, and the other thread still finds the lock taken. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_spinlock_t lock;
atomic_int y;
int seen, taken;

static void *other(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    taken = pthread_spin_trylock(&lock) != 0;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_spin_init(&lock, 0);
    pthread_spin_lock(&lock);
    pthread_create(&t, NULL, other, NULL);
    pthread_spin_unlock(&lock);
    seen = atomic_load_explicit(&y, memory_order_relaxed);
    pthread_join(t, NULL);
    assert(seen || !taken);
    return 0;
}
