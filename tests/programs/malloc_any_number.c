/* heddle: reach=TRUE; engines: flow */
/* Memory that is allocated in a loop without an end: of no block an address is kept when the next one is allocated. */
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
