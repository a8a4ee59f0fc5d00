/* heddle: memory=FALSE; engines: explore */
/* A block, or none; it is freed on a way that comes back to the access. */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = __VERIFIER_nondet_int() ? malloc(sizeof *p) : NULL;
    for (int i = 0; i < 2; i++) {
        if (p)
            *p = i;
        if (__VERIFIER_nondet_int())
            free(p);
    }
    return 0;
}
