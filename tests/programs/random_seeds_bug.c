/* heddle: reach=FALSE; engines: auto */
/* The next number is another one. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    srand(3);
    int first = rand();
    srand(3);
    assert(rand() == first);
    assert(rand() == first);
    return 0;
}
