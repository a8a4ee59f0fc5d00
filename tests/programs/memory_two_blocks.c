/* heddle: memory=TRUE; engines: bounded */
/* Both blocks are large enough for what is done to either. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4], b[4], big = __VERIFIER_nondet_int() != 0;
    int *p = big ? b : a;
    for (int i = 0; i < 4; i++)
        p[i] = i;
    return p[3];
}
