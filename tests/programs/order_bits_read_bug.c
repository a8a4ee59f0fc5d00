/* heddle: reach=FALSE; engines: auto */
/* Bits set by relaxed operations, and read meanwhile: each thread may miss the other's. */
#include <assert.h>
#include <pthread.h>

static unsigned char bits[2];
static _Bool seen[2];

static void *first(void *p)
{
    __atomic_fetch_or(&bits[0], 1, __ATOMIC_RELAXED);
    seen[0] = __atomic_load_n(&bits[1], __ATOMIC_RELAXED);
    return p;
}

static void *second(void *p)
{
    __atomic_fetch_or(&bits[1], 1, __ATOMIC_RELAXED);
    seen[1] = __atomic_load_n(&bits[0], __ATOMIC_RELAXED);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(seen[0] || seen[1]);
    return 0;
}
