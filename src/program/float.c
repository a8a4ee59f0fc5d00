/* The machine that heddle runs on computes: its numbers are IEEE's too (asserted below), and it is never told to round otherwise. */
#include "program/float.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "operations are rounded to the format of their operands");
_Static_assert(sizeof(float) == 4 && FLT_MANT_DIG == 24 && FLT_MAX_EXP == 128, "float is IEEE single precision");
_Static_assert(sizeof(double) == 8 && DBL_MANT_DIG == 53 && DBL_MAX_EXP == 1024, "double is IEEE double precision");

static double to_double(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static float to_float(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float f;
    memcpy(&f, &low, sizeof f);
    return f;
}

static uint64_t of_double(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return isnan(d) ? float_nan(64) : bits;
}

static uint64_t of_float(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return isnan(f) ? float_nan(32) : bits;
}

/* Every float is a double, so comparing and rounding to integers need one version only. */
static double number(unsigned width, uint64_t bits) { return width == 32 ? (double)to_float(bits) : to_double(bits); }

static double to_integral(enum float_rounding rounding, double d)
{
    switch (rounding) {
    case ROUND_EVEN: return nearbyint(d);
    case ROUND_AWAY: return round(d);
    case ROUND_DOWN: return floor(d);
    case ROUND_UP: return ceil(d);
    default: return trunc(d);
    }
}

static uint64_t to_integer(bool is_signed, unsigned width, double d)
{
    double t = trunc(d), low = is_signed ? -ldexp(1, (int)width - 1) : 0, end = ldexp(1, (int)width - is_signed);
    if (!(t >= low && t < end)) /* not a number, or too large */
        return 0;
    return is_signed ? (uint64_t)(int64_t)t : (uint64_t)t;
}

static uint64_t arithmetic(enum expr_op op, unsigned width, uint64_t a, uint64_t b)
{
    if (width == 32) {
        float x = to_float(a), y = to_float(b);
        return of_float(op == E_FADD ? x + y : op == E_FSUB ? x - y : op == E_FMUL ? x * y : op == E_FDIV ? x / y : sqrtf(x));
    }
    double x = to_double(a), y = to_double(b);
    return of_double(op == E_FADD ? x + y : op == E_FSUB ? x - y : op == E_FMUL ? x * y : op == E_FDIV ? x / y : sqrt(x));
}

uint64_t float_value(const struct operation *o, uint64_t a, uint64_t b)
{
    unsigned width = o->width, wa = o->wa;
    double d;
    switch (o->op) {
    case E_FEQ: return number(wa, a) == number(wa, b);
    case E_FLT: return number(wa, a) < number(wa, b);
    case E_FLE: return number(wa, a) <= number(wa, b);
    case E_FINT: d = to_integral((enum float_rounding)o->low, number(wa, a)); break;
    case E_FTOF: d = number(wa, a); break;
    case E_STOF: /* not through a double, which would round twice */
        return width == 32 ? of_float((float)sign_extend(a, wa)) : of_double((double)sign_extend(a, wa));
    case E_UTOF: return width == 32 ? of_float((float)a) : of_double((double)a);
    case E_FTOS: return to_integer(true, width, number(wa, a));
    case E_FTOU: return to_integer(false, width, number(wa, a));
    default: assert(o->op <= E_FDIV || o->op == E_FSQRT); return arithmetic(o->op, width, a, b);
    }
    return width == 32 ? of_float((float)d) : of_double(d);
}

static bool is_format(unsigned width) { return width == 32 || width == 64; }

bool float_fits(const struct operation *o)
{
    unsigned width = o->width, wa = o->wa, wb = o->wb;
    if (o->op != E_FINT && o->low)
        return false;
    switch (o->op) {
    case E_FADD:
    case E_FSUB:
    case E_FMUL:
    case E_FDIV: return is_format(width) && wa == width && wb == width;
    case E_FEQ:
    case E_FLT:
    case E_FLE: return width == 1 && is_format(wa) && wb == wa;
    case E_FSQRT: return is_format(width) && wa == width;
    case E_FINT: return is_format(width) && wa == width && o->low < FLOAT_ROUNDINGS;
    case E_FTOF: return is_format(width) && is_format(wa) && wa != width;
    case E_STOF:
    case E_UTOF: return is_format(width);
    default: return is_format(wa);
    }
}

/* The bits without the sign. */
static expr magnitude(struct exprs *pool, expr a)
{
    return expr_binary(pool, E_AND, a, expr_const(pool, a->width, width_mask(a->width) >> 1));
}

expr float_is_nan(struct exprs *pool, expr a)
{
    return expr_binary(pool, E_ULT, expr_const(pool, a->width, float_infinity(a->width)), magnitude(pool, a));
}
