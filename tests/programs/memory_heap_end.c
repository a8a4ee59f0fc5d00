/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* A block that is as large as what is stored there. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4 * sizeof *p);
    if (!p)
        return 0;
    p[3] = 1;
    free(p);
    return 0;
}
