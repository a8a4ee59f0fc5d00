/* heddle: memory=TRUE; engines: bounded */
/* What malloc gave is freed, what it did not is not. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char small[4], *p = __VERIFIER_nondet_int() ? small : malloc(8);
    if (!p)
        return 0;
    p[3] = 1;
    if (p != small)
        free(p);
    return 0;
}
