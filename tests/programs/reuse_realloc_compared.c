/* heddle: reach=UNKNOWN; engines: explore; reason: kept after free */
/* realloc may give the block that it frees: the assertion fails where it grows in place, which is not modelled, so it must not be TRUE. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *small = malloc(4);
    char *large = realloc(small, 8);
    assert(small != large);
    free(large);
    return 0;
}
