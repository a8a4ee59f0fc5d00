/* heddle: memory=FALSE; engines: explore; options: --leaks=left */
/* One way to the end does not free the block. */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(sizeof *p);
    if (__VERIFIER_nondet_int())
        return 1;
    *p = 1;
    free(p);
    return 0;
}
