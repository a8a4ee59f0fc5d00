/* heddle: reach=FALSE; engines: auto; options: --memory-model=tso */
/* Store buffering where one thread writes a word and the other one reads the upper half of it. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint32_t x;
static int y, a, b;

static void *first(void *p)
{
    __atomic_store_n(&x, 0x10001, __ATOMIC_RELAXED);
    a = __atomic_load_n(&y, __ATOMIC_RELAXED);
    return p;
}

static void *second(void *p)
{
    __atomic_store_n(&y, 1, __ATOMIC_RELAXED);
    b = __atomic_load_n((uint16_t *)(void *)&x + 1, __ATOMIC_RELAXED);
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
