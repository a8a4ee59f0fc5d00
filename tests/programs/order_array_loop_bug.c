/* heddle: reach=FALSE; engines: auto */
/* One store in a loop writes several locations, in an order that relaxed loads of another thread need not see. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a[3];
static atomic_int size = 2;
static int n, r[3];

static void *put(void *p)
{
    for (int i = 0; i < n; i++)
        atomic_store_explicit(&a[i], 1, memory_order_relaxed);
    return p;
}

static void *get(void *p)
{
    for (int i = n - 1; i >= 0; i--)
        r[i] = atomic_load_explicit(&a[i], memory_order_relaxed);
    return p;
}

int main(void)
{
    pthread_t t, u;
    n = atomic_load(&size);
    pthread_create(&t, 0, put, 0), pthread_create(&u, 0, get, 0);
    pthread_join(t, 0), pthread_join(u, 0);
    assert(!(r[1] == 1 && r[0] == 0));
    return 0;
}
