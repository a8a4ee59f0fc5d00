/* heddle: race=TRUE reach=TRUE; engines: auto */
/* A relaxed counter, read when all threads have been joined. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *work(void *p)
{
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    return p;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(count == 2);
    return 0;
}
