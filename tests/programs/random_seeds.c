/* heddle: reach=TRUE; engines: auto */
/* The same seed gives the same random numbers; without one it is 1. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int first = rand(), second = rand();
    srand(7);
    assert(rand() >= 0);
    srand(1);
    assert(rand() == first);
    assert(rand() == second);
    return 0;
}
