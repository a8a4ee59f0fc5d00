/* heddle: race=FALSE; engines: auto */
/* An access in an atomic section races with a plain one though a relaxed flag stands between them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int ready;
static int data;

static void *first(void *p)
{
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return p;
}

static void *second(void *p)
{
    if (atomic_load_explicit(&ready, memory_order_acquire)) {
        __VERIFIER_atomic_begin();
        data++;
        __VERIFIER_atomic_end();
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
