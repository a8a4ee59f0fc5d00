/* heddle: reach=UNKNOWN; engines: explore bounded modular cartesian flow; reason: undefined: shift by the width or more */
/* A shift by too much whose result meets another value: undefined, whatever the compiler makes of it (x86: 256, and the assertion fails). */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    int by = 40, y = 0;
    if (__VERIFIER_nondet_bool())
        y = 1 << by;
    assert(y == 0);
    return 0;
}
