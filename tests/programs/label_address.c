/* heddle: reach=TRUE; engines: explore bounded modular cartesian flow */
/* The address of a label is the same wherever it is taken. */
#include <assert.h>

int main(void)
{
    static void *table[1] = {&&here};
    void *p = table[0];
here:
    assert(p == &&here);
    return 0;
}
