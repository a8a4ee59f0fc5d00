/* heddle: reach=TRUE; engines: explore bounded */
/* drand48 and its kin go through one sequence, as POSIX says; lcong48 changes it, and a seed brings it back. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    unsigned short x[3] = {1, 2, 3}, all[7] = {1, 2, 3, 4, 5, 6, 7};
    assert(mrand48() == 0 && lrand48() == 2116118);
    srand48(5);
    assert(mrand48() == -2040798467 && lrand48() == 585950151 && drand48() == 0x1.93c34f3c5446p-1);
    assert(erand48(x) == 0x1.c49aaf1b99ep-2 && nrand48(x) == 565063343 && jrand48(x) == -1485464893);
    assert(x[0] == 0x1df2 && x[1] == 0x9ac3 && x[2] == 0xa775);
    unsigned short *before = seed48(x);
    assert(before[2] == 0xc9e1 && lrand48() == 903337097);
    lcong48(all);
    assert(lrand48() == 917510 && nrand48(x) == 732495971);
    srand48(7);
    assert(nrand48(x) == 37866620 && mrand48() == 1144369111);
    return 0;
}
