/* heddle: reach=TRUE; engines: auto; options: --memory-model=tso */
/* To take one from a semaphore is a locked instruction. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s;
static atomic_int x, y;
static int seen_x = 1, seen_y = 1;

static void *first(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    sem_trywait(&s);
    seen_y = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *second(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    sem_trywait(&s);
    seen_x = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    sem_init(&s, 0, 2);
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(seen_x || seen_y);
    return 0;
}
