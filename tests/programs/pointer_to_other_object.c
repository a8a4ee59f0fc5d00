/* heddle: reach=UNKNOWN; engines: explore bounded; reason: undefined: access outside any object */
/* A pointer that arithmetic leads from one array into another: C leaves it undefined, and layouts differ. */
#include <assert.h>

int a[2], b[2];

int main(void)
{
    long distance = b - a;
    int *p = a + distance;
    *p = 5;
    assert(b[0] == 5);
    return 0;
}
