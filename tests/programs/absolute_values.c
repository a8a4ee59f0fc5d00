/* heddle: overflow=TRUE reach=TRUE; engines: explore auto */
/* Absolute values of all other numbers. */
#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

static int (*const size_of)(int) = abs;

int main(void)
{
    assert(size_of(-3) == 3 && size_of(INT_MAX) == INT_MAX && size_of(INT_MIN + 1) == INT_MAX);
    assert(imaxabs(INTMAX_MIN + 1) == INTMAX_MAX && imaxabs(0) == 0 && labs(-7L) == 7);
    return 0;
}
