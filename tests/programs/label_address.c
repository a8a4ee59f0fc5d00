/* heddle: reach=UNKNOWN; engines: explore bounded modular cartesian flow; reason: an initial value that is not modelled */
/* Addresses of labels are not modelled: neither claimed equal nor different. */
#include <assert.h>

int main(void)
{
    static void *table[1] = {&&here};
    void *p = table[0];
here:
    assert(p == &&here);
    return 0;
}
