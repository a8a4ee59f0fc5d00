/* heddle: reach=UNKNOWN; engines: flow; reason: more allocations at one place than addresses */
/* Memory that is allocated in a loop without an end: every block is one of its own, as long as there are addresses. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int sum = 0;
    while (__VERIFIER_nondet_int()) {
        int *p = malloc(sizeof *p);
        *p = 7;
        sum = *p;
        assert(sum >= 0);
    }
    return 0;
}
