/* heddle: overflow=TRUE; engines: bounded */
/* One operand is a constant: the other one goes up to the last value whose result fits, on both sides. */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);

static volatile long sink;

static int between(int low, int high)
{
    int x = __VERIFIER_nondet_int();
    return x < low ? low : x > high ? high : x;
}

int main(void)
{
    sink = between(INT_MIN, INT_MAX - 7) + 7;
    sink = between(INT_MIN + 7, INT_MAX) + -7;
    sink = between(INT_MIN + 7, INT_MAX) - 7;
    sink = 7 - between(7 - INT_MAX, INT_MAX);
    sink = -7 - between(INT_MIN, INT_MAX - 6);
    sink = -1 - between(INT_MIN, INT_MAX);
    sink = between(INT_MIN, -1) - INT_MIN;
    sink = INT_MIN - between(INT_MIN, 0);
    sink = INT_MIN + between(0, INT_MAX);
    sink = 3 * between(-715827882, 715827882);
    sink = -3 * between(-715827882, 715827882);
    sink = -1 * between(-INT_MAX, INT_MAX);
    sink = INT_MIN * between(0, 1);
    long l = __VERIFIER_nondet_long();
    if (l >= LONG_MIN / 1000 && l <= LONG_MAX / 1000)
        sink = l * -1000;
    if (l < 0)
        sink = l + LONG_MAX;
    return 0;
}
