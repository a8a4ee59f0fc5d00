/* heddle: memory=TRUE; engines: explore flow; options: --leaks=left */
/* Every way to the end frees the block. */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(sizeof *p);
    if (__VERIFIER_nondet_int()) {
        free(p);
        return 1;
    }
    *p = 1;
    free(p);
    return 0;
}
