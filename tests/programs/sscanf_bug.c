/* heddle: reach=FALSE; engines: bounded */
/* What does not fit is left as it was. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x = 1, y = 1;
    sscanf("3;4", "%d,%d", &x, &y);
    assert(y == 4);
    return 0;
}
