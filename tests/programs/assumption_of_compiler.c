/* heddle: reach=UNKNOWN; engines: explore bounded modular cartesian flow; reason: undefined: an assumption of the program that does not hold */
/* What the compiler may assume need not be so: a wrong assumption is undefined behaviour, not a promise. */
#include <assert.h>

#ifndef __clang__
#define __builtin_assume(e) ((void)(e))
#endif

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __builtin_assume(x == 0);
    assert(x == 0);
    return 0;
}
