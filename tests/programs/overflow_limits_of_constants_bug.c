/* heddle: overflow=FALSE; engines: bounded */
/* One operand is a constant, and the other goes one step too far: each of these can overflow. */
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
    int which = __VERIFIER_nondet_int();
    long l = __VERIFIER_nondet_long();
    switch (which) {
    case 0: sink = between(INT_MIN, INT_MAX - 6) + 7; break;
    case 1: sink = between(INT_MIN + 6, INT_MAX) + -7; break;
    case 2: sink = between(INT_MIN + 6, INT_MAX) - 7; break;
    case 3: sink = 7 - between(6 - INT_MAX, INT_MAX); break;
    case 4: sink = -7 - between(INT_MIN, INT_MAX - 5); break;
    case 5: sink = between(INT_MIN, 0) - INT_MIN; break;
    case 6: sink = INT_MIN - between(INT_MIN, 1); break;
    case 7: sink = INT_MIN + between(-1, INT_MAX); break;
    case 8: sink = 3 * between(-715827883, 0); break;
    case 9: sink = 3 * between(0, 715827883); break;
    case 10: sink = -3 * between(-715827883, 0); break;
    case 11: sink = -3 * between(0, 715827883); break;
    case 12: sink = -1 * between(INT_MIN, INT_MAX); break;
    case 13: sink = INT_MIN * between(0, 2); break;
    case 14: sink = INT_MIN * between(-1, 1); break;
    case 15:
        if (l >= LONG_MIN / 1000 - 1 && l <= 0)
            sink = l * -1000;
        break;
    case 16:
        if (l < 2)
            sink = l + LONG_MAX;
        break;
    }
    return 0;
}
