/* heddle: race=UNKNOWN; engines: auto; reason: a value of more than 64 bits, a vector|long double */
/* An atomic structure of 12 bytes as a relaxed flag: its order is not modelled, and must not pass for seq_cst. */
#include <pthread.h>
#include <stdatomic.h>

struct three {
    int a, b, c;
};
static _Atomic struct three flag;
static int data;

static void *first(void *p)
{
    struct three on = {1, 1, 1};
    data = 42;
    atomic_store_explicit(&flag, on, memory_order_relaxed);
    return p;
}

static void *second(void *p)
{
    struct three seen = atomic_load_explicit(&flag, memory_order_relaxed);
    return seen.a ? (void *)(long)data : p;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
