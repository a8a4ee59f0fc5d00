/* heddle: memory=FALSE; engines: bounded */
/* A local array is freed. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char small[4], *p = __VERIFIER_nondet_int() ? small : malloc(8);
    if (!p)
        return 0;
    p[3] = 1;
    free(p);
    return 0;
}
