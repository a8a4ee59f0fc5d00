/* Absolute values, quotients with their remainders, and the lowest bit that is set. */
#include "heddle.h"

/* Where clang knows the function, it has checked the argument itself, and nobody comes here. */
#define ABSOLUTE(name, type, least)                                                                                                \
    MODEL type name(type x)                                                                                                        \
    {                                                                                                                              \
        if (x == least)                                                                                                            \
            __heddle_fail(HEDDLE_OVERFLOW, "overflow in a negation");                                                              \
        return x < 0 ? -x : x;                                                                                                     \
    }

ABSOLUTE(abs, int, -__INT_MAX__ - 1)
ABSOLUTE(labs, long, -__LONG_MAX__ - 1)
ABSOLUTE(llabs, long long, -__LONG_LONG_MAX__ - 1)
ABSOLUTE(imaxabs, long long, -__LONG_LONG_MAX__ - 1)

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
