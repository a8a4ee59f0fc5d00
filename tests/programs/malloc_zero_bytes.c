/* heddle: reach=TRUE; engines: explore bounded */
/* No bytes at all: a pointer that is not null, and different from others. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *a = malloc(0), *b = malloc(0);
    assert(a && b && a != b);
    return 0;
}
