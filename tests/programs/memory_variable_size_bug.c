/* heddle: memory=FALSE; engines: bounded */
/* The index may be the size that was asked for. */
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 4 + 1;
    char *p = malloc(n);
    if (!p)
        return 0;
    p[n] = 1;
    free(p);
    return 0;
}
