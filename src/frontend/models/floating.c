/* Functions of <math.h>: square roots are exact, all others give any value, and may set errno. (Those that the compiler knows, as fabs and floor, do
 * not come here.) */
#include "errors.h"
#include "heddle.h"

MODEL double sqrt(double x)
{
    if (x < 0)
        __heddle_failed(E_DOM);
    return __builtin_elementwise_sqrt(x);
}

MODEL float sqrtf(float x)
{
    if (x < 0)
        __heddle_failed(E_DOM);
    return __builtin_elementwise_sqrt(x);
}

/* Outside of the integer type: not modelled. */
MODEL long lround(double x) { return (long)__builtin_round(x); }
MODEL long long llround(double x) { return (long long)__builtin_round(x); }
MODEL long lroundf(float x) { return (long)__builtin_roundf(x); }
MODEL long lrint(double x) { return (long)__builtin_rint(x); }
MODEL long long llrint(double x) { return (long long)__builtin_rint(x); }
MODEL long lrintf(float x) { return (long)__builtin_rintf(x); }

static void may_fail(void) { __heddle_fails_if(__heddle_any_u8("whether a floating-point function fails") & 1); }

static double any_double(void)
{
    union {
        unsigned long long bits;
        double value;
    } u = {__heddle_any_u64("the result of a floating-point function")};
    return u.value;
}

#define ONE(name)                                                                                                                  \
    MODEL double name(double x)                                                                                                    \
    {                                                                                                                              \
        (void)x;                                                                                                                   \
        may_fail();                                                                                                                \
        return any_double();                                                                                                       \
    }
#define TWO(name)                                                                                                                  \
    MODEL double name(double x, double y)                                                                                          \
    {                                                                                                                              \
        (void)x, (void)y;                                                                                                          \
        may_fail();                                                                                                                \
        return any_double();                                                                                                       \
    }
ONE(exp)
ONE(log)
ONE(log2)
ONE(log10)
ONE(sin)
ONE(cos)
ONE(tan)
ONE(asin)
ONE(acos)
ONE(atan)
ONE(sinh)
ONE(cosh)
ONE(tanh)
ONE(cbrt)
TWO(pow)
TWO(fmod)
TWO(atan2)
TWO(hypot)
