/* heddle: race=FALSE; engines: auto */
/* Peterson's lock, whose turn is stored, not exchanged, with a full fence behind: x86 would do, but C need not. That one store of turn comes before the other in its
 * order does not tell anybody what was written before the first. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second, turn;
static int inside;

static void *one(void *p)
{
    atomic_store_explicit(&first, 1, memory_order_relaxed);
    atomic_store_explicit(&turn, 2, memory_order_release);
    atomic_thread_fence(memory_order_seq_cst);
    while (atomic_load_explicit(&second, memory_order_acquire) && atomic_load_explicit(&turn, memory_order_acquire) == 2)
        ;
    inside++;
    atomic_store_explicit(&first, 0, memory_order_release);
    return p;
}

static void *two(void *p)
{
    atomic_store_explicit(&second, 1, memory_order_relaxed);
    atomic_store_explicit(&turn, 1, memory_order_release);
    atomic_thread_fence(memory_order_seq_cst);
    while (atomic_load_explicit(&first, memory_order_acquire) && atomic_load_explicit(&turn, memory_order_acquire) == 1)
        ;
    inside++;
    atomic_store_explicit(&second, 0, memory_order_release);
    return p;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
