/* Functions of <math.h> that take numbers apart, and put them together: exact, by their bits. */
#include "errors.h"
#include "heddle.h"

union parts {
    double value;
    unsigned long long bits;
};

enum { FRACTION_BITS = 52, EXPONENTS = 0x7ff, HALF = 1022, LARGEST = 1023, SMALLEST = -1022, SHIFT = 64 };

static _Bool is_finite(double x) { return x - x == 0; }

static int exponent_of(double x) { return (int)((union parts){x}.bits >> FRACTION_BITS & EXPONENTS); }

MODEL double frexp(double x, int *exponent)
{
    int scaled = 0;
    if (x == 0 || !is_finite(x)) { /* of the latter C says nothing */
        *exponent = 0;
        return x;
    }
    if (!exponent_of(x)) {
        x *= 0x1p64;
        scaled = SHIFT;
    }
    union parts p = {x};
    *exponent = exponent_of(x) - HALF - scaled;
    p.bits = (p.bits & ~((unsigned long long)EXPONENTS << FRACTION_BITS)) | (unsigned long long)HALF << FRACTION_BITS;
    return p.value;
}

MODEL float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }

static double power(int n) { return (union parts){.bits = (unsigned long long)(LARGEST + n) << FRACTION_BITS}.value; }

/* A number below the normal ones is rounded once: what comes before the last step leaves it normal. */
static double scale(double x, int n)
{
    const double down = 0x1p-969; /* so far that what is left has room for all digits */
    double y = x;
    for (int k = 0; k < 2 && n > LARGEST; k++, n -= LARGEST)
        y *= 0x1p1023;
    for (int k = 0; k < 2 && n < SMALLEST; k++, n += 969)
        y *= down;
    y *= power(n > LARGEST ? LARGEST : n < SMALLEST ? SMALLEST : n);
    if (x != 0 && is_finite(x) && (y == 0 || !is_finite(y)))
        __heddle_failed(E_RANGE);
    return y;
}

MODEL double ldexp(double x, int n) { return scale(x, n); }
MODEL double scalbn(double x, int n) { return scale(x, n); }

MODEL double modf(double x, double *whole)
{
    if (x != x)
        return *whole = x;
    *whole = __builtin_trunc(x);
    return __builtin_copysign(is_finite(x) ? x - *whole : 0, x);
}

MODEL float modff(float x, float *whole)
{
    double part, fraction = modf(x, &part);
    *whole = (float)part;
    return (float)fraction;
}
