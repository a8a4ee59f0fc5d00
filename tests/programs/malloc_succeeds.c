/* heddle: reach=TRUE memory=TRUE overflow=TRUE; engines: explore */
/* Unless it is asked for, malloc does not fail. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p), *q = calloc(1, sizeof *q);
    assert(p && q);
    p = realloc(p, 2 * sizeof *p);
    assert(p);
    *q = 1;
    free(p);
    free(q);
    return 0;
}
