/* heddle: reach=FALSE memory=UNKNOWN; engines: explore; reason: kept after free */
/* An address that was kept is compared with that of a later block: malloc may have given it out again, and mostly has. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    int *first = malloc(sizeof *first);
    uintptr_t kept = (uintptr_t)first;
    free(first);
    int *second = malloc(sizeof *second);
    assert((uintptr_t)second != kept);
    free(second);
    return 0;
}
