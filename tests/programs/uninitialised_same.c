/* heddle: reach=TRUE; engines: explore */
/* The same value at each use, though nobody knows which. */
#include <assert.h>

int main(void)
{
    _Bool any, copy = any;
    if (any)
        assert(copy);
    else
        assert(!copy);
    assert(any == copy);
    return 0;
}
