/* heddle: reach=TRUE; engines: explore */
/* Streams that are open at the same time differ. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    errno = 0;
    FILE *a = fopen("/dev/null", "r"), *b = fopen("/dev/null", "r");
    assert(!a || !b || a != b);
    assert(a || errno > 0);
    assert(!a || (a != stdin && a != stdout));
    return 0;
}
