/* heddle: reach=FALSE memory=FALSE; engines: explore; options: --malloc=may-fail */
/* The result of realloc is lost with the old block if there is no memory, and a result of calloc is used as it comes. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    assert(p);
    p = realloc(p, 2 * sizeof *p);
    int *q = calloc(1, sizeof *q);
    *q = 1;
    free(p);
    free(q);
    return 0;
}
