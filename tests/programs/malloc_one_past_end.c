/* heddle: reach=UNKNOWN; engines: explore bounded; reason: undefined: access outside any object */
/* One past the end of memory of a size that is computed (malloc): nothing is claimed. */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    int *a = malloc(n * sizeof *a);
    a[n] = 1;
    return 0;
}
