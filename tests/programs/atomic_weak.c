/* heddle: reach=FALSE race=TRUE; engines: explore */
/* A weak compare-and-swap may fail for no reason: it belongs into a loop. */
#include <assert.h>
#include <stdatomic.h>

atomic_int x;

int main(void)
{
    int expected = 0;
    _Bool exchanged = atomic_compare_exchange_weak(&x, &expected, 1);
    assert(expected == 0);
    assert(exchanged);
    return 0;
}
