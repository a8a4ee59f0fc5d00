/* Functions of <math.h>: any value. */
#include "heddle.h"

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
        return any_double();                                                                                                       \
    }
#define TWO(name)                                                                                                                  \
    MODEL double name(double x, double y)                                                                                          \
    {                                                                                                                              \
        (void)x, (void)y;                                                                                                          \
        return any_double();                                                                                                       \
    }
ONE(sqrt)
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
