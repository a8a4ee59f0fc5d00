/* heddle: reach=UNKNOWN; reason: a compound assignment to an atomic _Bool */
/* clang 19 writes 2, where C has 1. */
#include <assert.h>
#include <stdatomic.h>

static _Atomic _Bool b;

int main(void)
{
    b |= 2;
    assert(b == 1);
    return 0;
}
