/* heddle: race=TRUE reach=TRUE; engines: auto */
/* A relaxed flag next to an atomic section by which the data is handed over. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int tries;
static int ready, data;

static void *first(void *p)
{
    data = 42;
    __VERIFIER_atomic_begin();
    ready = 1;
    __VERIFIER_atomic_end();
    return p;
}

static void *second(void *p)
{
    __VERIFIER_atomic_begin();
    int seen = ready;
    __VERIFIER_atomic_end();
    if (seen)
        assert(data == 42);
    atomic_fetch_add_explicit(&tries, 1, memory_order_relaxed);
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
