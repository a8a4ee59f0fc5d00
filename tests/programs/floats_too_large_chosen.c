/* heddle: reach=UNKNOWN; engines: explore bounded; reason: undefined: a floating-point number converted to an integer type that cannot hold it */
/* LLVM folds the conversion to poison, which vanished where it met the 0: TRUE was said of what a run on x86 violates. */
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    double big = 1e20;
    int i = 0;
    if (__VERIFIER_nondet_bool())
        i = (int)big;
    assert(i == 0);
    return 0;
}
