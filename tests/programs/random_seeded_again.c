/* heddle: reach=UNKNOWN; engines: explore; reason: a random number after the seed was set again */
/* The same seed gives the same numbers, which heddle does not compute: it claims nothing. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    srand(7);
    int a = rand();
    srand(7);
    assert(a == rand());
    return 0;
}
