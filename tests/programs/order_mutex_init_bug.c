/* heddle: race=TRUE reach=FALSE; engines: auto */
/* Store buffering around a lock that is initialised by a call: one of them reads before it has it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m;
atomic_int x, y;
int d, seen;

void *other(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_mutex_lock(&m);
    d++;
    pthread_mutex_unlock(&m);
    seen = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_init(&m, 0);
    pthread_create(&t, 0, other, 0);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    int mine = atomic_load_explicit(&x, memory_order_relaxed);
    pthread_mutex_lock(&m);
    d++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(seen || mine);
    return 0;
}
