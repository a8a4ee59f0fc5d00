/* heddle: reach=UNKNOWN; engines: bounded; reason: what is read from memory or from a file */
/* sscanf does not look at the string: what it reads is no reason for FALSE. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int x = 0;
    if (sscanf("5", "%d", &x) == 1)
        assert(x == 5);
    assert(atoi("42") == 42);
    assert(printf("a") <= 1);
    return 0;
}
