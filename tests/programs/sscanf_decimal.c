/* heddle: reach=UNKNOWN; engines: bounded; reason: what is read from memory or from a file */
/* Where a number with a point ends is known; which one it is, is any value, and no reason for FALSE. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    double x = 0;
    int n = 0;
    assert(sscanf("2.5e1,7", "%lf,%d", &x, &n) == 2 && n == 7);
    assert(x == 25);
    return 0;
}
