/* heddle: reach=FALSE; engines: auto; options: --memory-model=tso */
/* The same with an unlock that counts up the half from which tickets are taken: the next thread finds itself served early. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint32_t lock;
static int data;

static void *work(void *p)
{
    uint32_t mine = __atomic_fetch_add(&lock, 0x10000, __ATOMIC_RELAXED);
    uint32_t served = mine & 0xffff;
    mine >>= 16;
    while (mine > served + 1)
        served = *(volatile uint32_t *)&lock & 0xffff;
    int seen = data;
    data = seen + 1;
    __atomic_fetch_add((uint16_t *)(void *)&lock + 1, 1, __ATOMIC_RELAXED);
    return p;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(data == 2);
    return 0;
}
