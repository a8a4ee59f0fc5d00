/* Absolute values, quotients with their remainders, and the lowest bit that is set. */
#include "heddle.h"

MODEL int abs(int x) { return x < 0 ? -x : x; }

MODEL long labs(long x) { return x < 0 ? -x : x; }

MODEL long long llabs(long long x) { return x < 0 ? -x : x; }

MODEL long long imaxabs(long long x) { return x < 0 ? -x : x; }

/* div_t, ldiv_t, lldiv_t, imaxdiv_t: the quotient first in all of them. */
#define DIVISION(name, type)                                                                                                       \
    struct name##_result {                                                                                                         \
        type quotient, remainder;                                                                                                  \
    };                                                                                                                             \
    MODEL struct name##_result name(type a, type b) { return (struct name##_result){a / b, a % b}; }

DIVISION(div, int)
DIVISION(ldiv, long)
DIVISION(lldiv, long long)
#if __SIZEOF_POINTER__ == 4
DIVISION(imaxdiv, long long)
#else
DIVISION(imaxdiv, long)
#endif

MODEL int ffs(int x)
{
    for (int i = 0; i < 32; i++)
        if ((unsigned)x >> i & 1)
            return i + 1;
    return 0;
}
