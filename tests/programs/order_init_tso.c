/* heddle: reach=FALSE; engines: auto; options: --memory-model=tso */
/* To initialise and destroy a lock is no barrier. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a = 1, b = 1;

static void make_some(void)
{
    pthread_mutex_t m;
    pthread_spinlock_t s;
    sem_t n;
    pthread_mutex_init(&m, NULL);
    pthread_mutex_destroy(&m);
    pthread_spin_init(&s, 0);
    sem_init(&n, 0, 1);
}

static void *one(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    make_some();
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *two(void *unused)
{
    pthread_barrier_t z;
    pthread_rwlock_t l;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    pthread_barrier_init(&z, NULL, 1);
    pthread_rwlock_init(&l, NULL);
    pthread_rwlock_destroy(&l);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, NULL, one, NULL), pthread_create(&t, NULL, two, NULL);
    pthread_join(s, NULL), pthread_join(t, NULL);
    assert(a || b);
    return 0;
}
