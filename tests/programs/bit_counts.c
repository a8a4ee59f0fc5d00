/* heddle: reach=UNKNOWN; engines: explore bounded modular cartesian flow; reason: undefined: number of leading or trailing zeroes of 0 */
/* The number of leading zeroes of 0 is undefined; on the other path all is well. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    unsigned x = 0xf0, zero = 0;
    int y = 5;
    assert(__builtin_clz(x) == 24 && __builtin_ctz(x) == 4);
    if (__VERIFIER_nondet_bool())
        y = __builtin_clz(zero);
    assert(y == 5);
    return 0;
}
