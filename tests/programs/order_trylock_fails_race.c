/* heddle: race=FALSE; engines: auto */
/* That a mutex is found taken orders nothing, so the data race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int tries;
static int data;

static void *first(void *unused)
{
    data = 1;
    pthread_mutex_lock(&m);
    return unused;
}

static void *second(void *unused)
{
    atomic_fetch_add_explicit(&tries, 1, memory_order_relaxed);
    if (pthread_mutex_trylock(&m) != 0)
        data++;
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
