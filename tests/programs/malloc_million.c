/* heddle: reach=UNKNOWN; engines: flow predicate; reason: more allocations at one place than addresses */
/* Memory that is freed comes back, so there may be any number of allocations: what happens after more than there are addresses for is not
 * known, and the assertion fails there. */
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned size = __VERIFIER_nondet_uint(), count = 0;
    while (count != 1200000) {
        free(malloc(size));
        count++;
    }
    assert(count < 1100000);
    return 0;
}
