/* heddle: reach=TRUE; engines: explore bounded */
/* Fences and hints in inline assembly have no effect where memory is sequentially consistent. */
#include <assert.h>
#include <pthread.h>

static volatile int ready, data;

static void *thread(void *unused)
{
    data = 1;
    __asm__ volatile("mfence" ::: "memory");
    ready = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    while (!ready)
        __asm__ volatile("rep; nop" ::: "memory");
    __asm__ volatile("" ::: "memory");
    assert(data == 1);
    return 0;
}
