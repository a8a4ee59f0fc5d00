/* heddle: reach=TRUE; engines: explore bounded */
/* rand_r as in glibc, lrand48 as in POSIX; rand within its range. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    unsigned seed = 1, same = 1;
    assert(rand_r(&seed) == 476707713 && rand_r(&same) == 476707713 && seed == same);
    srand48(5);
    assert(lrand48() == 1127084414 && lrand48() == 585950151);
    int r = rand();
    assert(r >= 0 && r <= RAND_MAX);
    return 0;
}
