/* heddle: race=FALSE; engines: auto */
/* Who counts down to zero knows that all others are done, but not what they have written: there is no acquire. */
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };

static int data[THREADS];
static atomic_int next, seen, left = THREADS;

static void *worker(void *p)
{
    int own = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed), sum = 0;
    data[own] = own + 1;
    atomic_load_explicit(&seen, memory_order_relaxed);
    if (atomic_fetch_sub_explicit(&left, 1, memory_order_release) == 1) {
        for (int i = 0; i < THREADS; i++)
            sum += data[i];
    }
    atomic_store_explicit(&seen, own + sum, memory_order_relaxed);
    return p;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    return 0;
}
