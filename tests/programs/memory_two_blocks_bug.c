/* heddle: memory=FALSE; engines: bounded */
/* Which block it is decides how large it is; to go on from one does not lead into the other. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[3], b[4], big = __VERIFIER_nondet_int() != 0;
    int *p = big ? b : a;
    for (int i = 0; i < 4; i++)
        p[i] = i;
    return p[3];
}
