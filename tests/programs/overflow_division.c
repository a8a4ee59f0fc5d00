/* heddle: overflow=TRUE; engines: bounded */
/* The divisor is never 0, and -1 only where that is no harm. */
extern int __VERIFIER_nondet_int(void);
#include <limits.h>

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int() & 1 ? 3 : -1;
    if (x == INT_MIN)
        return 0;
    return x / y;
}
