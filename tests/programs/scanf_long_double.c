/* heddle: reach=FALSE memory=TRUE; engines: bounded */
/* Any number may be read, and a long double has room for it. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    long double x = 0;
    if (scanf("%Lf", &x) == 1)
        assert(x != 3);
    return 0;
}
