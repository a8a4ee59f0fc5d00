/* heddle: reach=TRUE; engines: auto; options: --memory-model=tso */
/* Halves of a word that two threads write, with full fences before they look at the other one, and main reads as a whole. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint32_t x;
static int a, b;

static void *first(void *p)
{
    __atomic_store_n((uint16_t *)(void *)&x, 1, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    a = __atomic_load_n((uint16_t *)(void *)&x + 1, __ATOMIC_RELAXED);
    return p;
}

static void *second(void *p)
{
    __atomic_store_n((uint16_t *)(void *)&x + 1, 1, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    b = __atomic_load_n((uint16_t *)(void *)&x, __ATOMIC_RELAXED);
    return p;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(__atomic_load_n(&x, __ATOMIC_RELAXED) == 0x10001 && (a == 1 || b == 1));
    return 0;
}
