/* heddle: reach=TRUE; engines: explore; options: -m32 */
/* An atomic struct of twelve bytes: no instruction, but a call into a library. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct triple {
    int a, b, c;
};
_Atomic struct triple shared;

static void *thread(void *unused)
{
    struct triple t = {1, 1, 1};
    atomic_store(&shared, t);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    struct triple seen = atomic_load(&shared);
    assert(seen.a == seen.b && seen.b == seen.c);
    return 0;
}
