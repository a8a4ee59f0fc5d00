/* heddle: race=TRUE reach=TRUE; engines: auto */
/* Double-checked locking; the second look may be relaxed, since the lock orders it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct thing {
    int ready;
};
static struct thing only;
static _Atomic(struct thing *) shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static struct thing *get(void)
{
    struct thing *t = atomic_load_explicit(&shared, memory_order_acquire);
    if (!t) {
        pthread_mutex_lock(&m);
        t = atomic_load_explicit(&shared, memory_order_relaxed);
        if (!t) {
            t = &only;
            t->ready = 1;
            atomic_store_explicit(&shared, t, memory_order_release);
        }
        pthread_mutex_unlock(&m);
    }
    return t;
}

static void *work(void *p)
{
    assert(get()->ready == 1);
    return p;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
