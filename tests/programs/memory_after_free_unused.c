/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* A value that nobody uses, while the block is there. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 5;
    (void)*p;
    free(p);
    return 0;
}
