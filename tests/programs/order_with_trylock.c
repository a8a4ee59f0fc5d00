/* heddle: reach=FALSE; engines: auto */
/* A relaxed flag says that another thread has released the lock, but trying to take it may still find it taken. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;
static int data;

static void *first(void *p)
{
    pthread_mutex_lock(&m);
    data = 1;
    pthread_mutex_unlock(&m);
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return p;
}

static void *second(void *p)
{
    if (atomic_load_explicit(&done, memory_order_relaxed)) {
        int failed = pthread_mutex_trylock(&m);
        assert(!failed);
        if (!failed)
            pthread_mutex_unlock(&m);
    }
    return p;
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
