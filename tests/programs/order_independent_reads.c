/* heddle: reach=FALSE; engines: auto */
/* Independent reads of independent writes: two readers may see the writes in different orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b;

static void *write_x(void *p)
{
    atomic_store_explicit(&x, 1, memory_order_release);
    return p;
}

static void *write_y(void *p)
{
    atomic_store_explicit(&y, 1, memory_order_release);
    return p;
}

static void *read_xy(void *p)
{
    a = atomic_load_explicit(&x, memory_order_acquire) && !atomic_load_explicit(&y, memory_order_acquire);
    return p;
}

static void *read_yx(void *p)
{
    b = atomic_load_explicit(&y, memory_order_acquire) && !atomic_load_explicit(&x, memory_order_acquire);
    return p;
}

int main(void)
{
    void *(*const threads[])(void *) = {write_x, write_y, read_xy, read_yx};
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, threads[i], 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    assert(!(a && b));
    return 0;
}
