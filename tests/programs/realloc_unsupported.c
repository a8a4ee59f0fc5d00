/* heddle: reach=UNKNOWN; engines: explore */
/* realloc of an existing object is not modelled, and heddle says so. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = realloc(NULL, sizeof(int));
    *p = 1;
    p = realloc(p, 2 * sizeof(int));
    assert(*p == 1);
    return 0;
}
