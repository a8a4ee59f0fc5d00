/* heddle: overflow=TRUE; engines: flow */
/* Any number but the least one can be negated. */
extern int __VERIFIER_nondet_int(void);
#include <limits.h>

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < -INT_MAX)
        x = 0;
    return -x < 0;
}
