/* heddle: reach=FALSE; engines: bounded explore */
/* clang folds the shift, which C leaves undefined, to no value at all: any value is allowed then. */
#include <assert.h>

int x;

int main(void)
{
    x = 1 << 40;
    assert(x == 256 || x == 0);
    return 0;
}
