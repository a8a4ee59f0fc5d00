/* heddle: reach=TRUE memory=TRUE overflow=TRUE; engines: explore */
/* Two blocks that are there at the same time have different addresses, whatever was freed before. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *gone = malloc(sizeof *gone);
    free(gone);
    int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    assert(first != second);
    free(first);
    free(second);
    return 0;
}
