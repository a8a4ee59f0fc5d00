/* heddle: reach=UNKNOWN; engines: auto; options: --timeout=12; reason: proved for sequential consistency only */
/* An atomic section that reads one variable, then another one, and writes that: FALSE would be wrong, since only one of the two sections can find zero.
 * Executions do not know that sections are indivisible. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;
atomic_int z;

void *other(void *unused)
{
    atomic_store_explicit(&z, 1, memory_order_relaxed);
    __VERIFIER_atomic_begin();
    if (y == 0)
        x = x + 1;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    __VERIFIER_atomic_begin();
    if (x == 0)
        y = y + 1;
    __VERIFIER_atomic_end();
    int seen = atomic_load_explicit(&z, memory_order_relaxed);
    pthread_join(t, 0);
    assert(!(x == 1 && y == 1) || seen > 1);
    return 0;
}
