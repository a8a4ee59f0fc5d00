/* heddle: reach=FALSE; engines: auto */
/* Store buffering with a relaxed exchange that fails between: for C it orders nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, z;
static int a, b;
static void *first(void *p)
{
    int five = 5;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_compare_exchange_strong_explicit(&z, &five, 6, memory_order_relaxed, memory_order_relaxed);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return p;
}
static void *second(void *p)
{
    int five = 5;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_compare_exchange_strong_explicit(&z, &five, 6, memory_order_relaxed, memory_order_relaxed);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return p;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(a == 1 || b == 1);
    return 0;
}
