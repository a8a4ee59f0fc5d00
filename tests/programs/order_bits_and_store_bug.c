/* heddle: reach=FALSE; engines: auto */
/* Relaxed operations whose results nobody uses, but stores beside them: which is first can be told in the end, and orders at two places may contradict each other. */
#include <assert.h>
#include <pthread.h>

static unsigned char bits[2];

static void *sets(void *p)
{
    __atomic_fetch_or(&bits[0], 1, __ATOMIC_RELAXED);
    __atomic_fetch_or(&bits[1], 1, __ATOMIC_RELAXED);
    return p;
}

static void *stores(void *p)
{
    __atomic_store_n(&bits[1], 2, __ATOMIC_RELAXED);
    __atomic_store_n(&bits[0], 2, __ATOMIC_RELAXED);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, sets, NULL);
    pthread_create(&b, NULL, stores, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!(bits[0] == 3 && bits[1] == 2)); /* stores before sets there, sets before stores here */
    return 0;
}
