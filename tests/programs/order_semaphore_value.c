/* heddle: reach=FALSE; engines: auto */
/* A look at the value of a semaphore orders nothing. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s;
static atomic_int x;
static int seen = 1;

static void *first(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    sem_post(&s);
    return unused;
}

static void *second(void *unused)
{
    int value;
    sem_getvalue(&s, &value);
    if (value)
        seen = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(seen);
    return 0;
}
