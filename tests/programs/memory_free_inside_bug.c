/* heddle: memory=FALSE; engines: explore */
/* Freed by a pointer into the block. */
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    if (!p)
        return 0;
    char *q = p + 1;
    free(q);
    return q == 0;
}
