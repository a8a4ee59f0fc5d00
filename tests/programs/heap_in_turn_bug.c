/* heddle: reach=FALSE; engines: explore bounded */
/* What the block before was given is not in the next one: that may hold anything. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int *p = malloc(sizeof *p);
        if (i == 0)
            *p = 0;
        sum |= *p & 1;
        *p = 0;
        free(p);
    }
    assert(sum == 0);
    return 0;
}
