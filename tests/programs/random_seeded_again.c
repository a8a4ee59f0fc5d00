/* heddle: reach=UNKNOWN; engines: explore; reason: a random number after the seed was set again */
/* The same seed gives the same numbers, of which heddle keeps four: of the fifth it claims nothing. */
#include <assert.h>
#include <stdlib.h>

static int fifth(void)
{
    rand(), rand(), rand(), rand();
    return rand();
}

int main(void)
{
    srand(7);
    int a = fifth();
    srand(7);
    assert(a == fifth());
    return 0;
}
