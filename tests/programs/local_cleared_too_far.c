/* heddle: reach=UNKNOWN; engines: explore bounded; reason: undefined: access outside any object */
/* memset over the end of a local array. */
#include <string.h>

int main(void)
{
    int a[2];
    memset(a, 0, 3 * sizeof(int));
    return a[0];
}
