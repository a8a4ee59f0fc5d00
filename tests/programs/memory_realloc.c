/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* The old pointer is forgotten. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    if (!p)
        return 0;
    p[0] = p[1] = 1;
    int *q = realloc(p, 4 * sizeof *q);
    if (!q)
        return 0;
    q[3] = q[1];
    free(q);
    return 0;
}
