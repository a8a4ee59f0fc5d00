/* heddle: reach=UNKNOWN; engines: explore bounded; reason: not modelled */
/* Two labels at one place have one address, on the machines that we know; C does not say. */
#include <assert.h>

int main(void)
{
    static void *table[2] = {&&first, &&second};
    int round = 0;
    goto *table[round];
first:
second:
    assert(table[0] != table[1]);
    return 0;
}
