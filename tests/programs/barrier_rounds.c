/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Two rounds through the same barrier; one serial thread in each. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_barrier_t gate;
atomic_int arrived, serial;

static void *thread(void *unused)
{
    for (int round = 1; round <= 2; round++) {
        arrived++;
        if (pthread_barrier_wait(&gate) == PTHREAD_BARRIER_SERIAL_THREAD)
            serial++;
        assert(arrived >= 2 * round);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&gate, NULL, 2);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(serial == 2 && arrived == 4);
    return 0;
}
