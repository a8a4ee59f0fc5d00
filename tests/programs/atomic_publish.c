/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Plain data handed over through an atomic flag. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_bool ready;

static void *thread(void *unused)
{
    data = 11;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data == 11);
    return 0;
}
