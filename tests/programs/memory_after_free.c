/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* What was read before it was freed. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p), x;
    if (!p)
        return 0;
    *p = 5;
    x = *p;
    free(p);
    return x;
}
