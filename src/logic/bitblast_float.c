/* Floating-point operators as circuits, with the meaning of program/float.h. A number is taken apart into sign, exponent and a
 * significand whose highest bit is set; operations give a longer significand, whose last bit says whether anything was lost below
 * it; and one place rounds (to nearest, ties to even) and puts the bits together again. */
#include "logic/bitblast_parts.h"
#include "program/float.h"

#include <assert.h>

enum { EXPONENT = 14 }; /* bits of an exponent, in two's complement: enough for sums of two, and of those that are not normal */

struct number {
    lit nan, infinite, zero, sign;
    word exponent;    /* EXPONENT bits */
    word significand; /* fraction + 1 bits; the value is significand / 2^fraction * 2^exponent; highest bit set unless zero */
};

/* --- words --- */

static word constant(struct blaster *b, unsigned width, int64_t value)
{
    lit *r = word_fresh(b, width);
    for (unsigned i = 0; i < width; i++)
        r[i] = value >> (i < 63 ? i : 63) & 1;
    return r;
}

static word sum(struct blaster *b, word x, word y, unsigned width)
{
    lit *r = word_fresh(b, width);
    word_add_into(b, r, x, y, width, false);
    return r;
}

static word difference(struct blaster *b, word x, word y, unsigned width)
{
    lit *r = word_fresh(b, width);
    word_add_into(b, r, x, y, width, true);
    return r;
}

/* x + 1 if the literal holds. */
static word incremented(struct blaster *b, word x, unsigned width, lit by)
{
    lit *r = word_fresh(b, width);
    for (unsigned i = 0; i < width; i++) {
        r[i] = circuit_xor(b->circuit, x[i], by);
        by = circuit_and(b->circuit, x[i], by);
    }
    return r;
}

static word plus(struct blaster *b, word exponent, int64_t n) { return sum(b, exponent, constant(b, EXPONENT, n), EXPONENT); }

static lit any(struct blaster *b, word x, unsigned width)
{
    lit r = LIT_FALSE;
    for (unsigned i = 0; i < width; i++)
        r = circuit_or(b->circuit, r, x[i]);
    return r;
}

static lit all(struct blaster *b, word x, unsigned width)
{
    lit r = LIT_TRUE;
    for (unsigned i = 0; i < width; i++)
        r = circuit_and(b->circuit, r, x[i]);
    return r;
}

/* x with zeros below it. */
static word with_zeros(struct blaster *b, word x, unsigned width, unsigned zeros)
{
    lit *r = word_fresh(b, width + zeros);
    memcpy(r + zeros, x, width * sizeof *r);
    return r;
}

static word extended(struct blaster *b, word x, unsigned from, unsigned to)
{
    lit *r = word_fresh(b, to);
    memcpy(r, x, (from < to ? from : to) * sizeof *r);
    return r;
}

/* x shifted to the right; the last bit says whether it or anything beyond it was set. by: EXPONENT bits, not negative. */
static word shifted_right(struct blaster *b, word x, unsigned width, word by)
{
    lit *r = word_fresh(b, width), *next = word_fresh(b, width);
    memcpy(r, x, width * sizeof *r);
    for (unsigned s = 0; s < EXPONENT - 1; s++) {
        unsigned n = 1u << s < width ? 1u << s : width;
        lit lost = any(b, r, n);
        for (unsigned i = 0; i < width; i++)
            next[i] = circuit_mux(b->circuit, by[s], i + n < width ? r[i + n] : LIT_FALSE, r[i]);
        next[0] = circuit_or(b->circuit, next[0], circuit_and(b->circuit, by[s], lost));
        memcpy(r, next, width * sizeof *r);
    }
    return r;
}

static word shifted_left(struct blaster *b, word x, unsigned width, word by)
{
    lit *r = word_fresh(b, width), *next = word_fresh(b, width);
    memcpy(r, x, width * sizeof *r);
    for (unsigned s = 0; s < EXPONENT - 1; s++) {
        unsigned n = 1u << s < width ? 1u << s : width;
        for (unsigned i = 0; i < width; i++)
            next[i] = circuit_mux(b->circuit, by[s], i >= n ? r[i - n] : LIT_FALSE, r[i]);
        memcpy(r, next, width * sizeof *r);
    }
    return r;
}

/* Shifts to the left until the highest bit is set, and counts that off the exponent. Zero stays zero. */
static word normalized(struct blaster *b, word x, unsigned width, word *exponent)
{
    lit *r = word_fresh(b, width), *next = word_fresh(b, width), *count = word_fresh(b, EXPONENT);
    memcpy(r, x, width * sizeof *r);
    for (unsigned s = 7; s-- > 0;) {
        unsigned n = 1u << s;
        if (n >= width)
            continue;
        count[s] = lit_not(any(b, r + width - n, n));
        for (unsigned i = 0; i < width; i++)
            next[i] = circuit_mux(b->circuit, count[s], i >= n ? r[i - n] : LIT_FALSE, r[i]);
        memcpy(r, next, width * sizeof *r);
    }
    *exponent = difference(b, *exponent, count, EXPONENT);
    return r;
}

/* --- between bits and numbers --- */

static int64_t bias(unsigned width) { return (INT64_C(1) << (float_exponent(width) - 1)) - 1; }

static struct number unpacked(struct blaster *b, word x, unsigned width)
{
    struct circuit *c = b->circuit;
    unsigned fraction = float_fraction(width), exponent = float_exponent(width);
    lit top = all(b, x + fraction, exponent), bottom = lit_not(any(b, x + fraction, exponent)), some = any(b, x, fraction);
    struct number n = {.nan = circuit_and(c, top, some),
                       .infinite = circuit_and(c, top, lit_not(some)),
                       .zero = circuit_and(c, bottom, lit_not(some)),
                       .sign = x[width - 1]};
    lit *significand = word_fresh(b, fraction + 1), *field = word_fresh(b, EXPONENT);
    memcpy(significand, x, fraction * sizeof *significand);
    significand[fraction] = lit_not(bottom);
    memcpy(field, x + fraction, exponent * sizeof *field);
    field[0] = circuit_or(c, field[0], bottom); /* numbers that are not normal have the smallest exponent */
    n.exponent = plus(b, field, -bias(width));
    n.significand = normalized(b, significand, fraction + 1, &n.exponent);
    return n;
}

/* The number (-1)^sign * significand / 2^(length - 1) * 2^exponent, rounded; the highest bit of the significand is set. */
static word rounded(struct blaster *b, unsigned width, lit sign, word exponent, word significand, unsigned length)
{
    struct circuit *c = b->circuit;
    unsigned fraction = float_fraction(width), below = length - fraction - 1;
    assert(length >= fraction + 3);
    word smallest = constant(b, EXPONENT, 1 - bias(width));
    lit small = word_less(b, exponent, smallest, EXPONENT, true, LIT_FALSE);
    word by = word_mux(b, small, difference(b, smallest, exponent, EXPONENT), constant(b, EXPONENT, 0), EXPONENT);
    word s = shifted_right(b, significand, length, by);
    lit up = circuit_and(c, s[below - 1], circuit_or(c, s[below], any(b, s, below - 1)));
    /* Fields are added, so that a carry out of the fraction counts the exponent up; the leading one adds 1 to it as well. */
    word base = plus(b, word_mux(b, small, smallest, exponent, EXPONENT), bias(width) - 1);
    unsigned total = fraction + EXPONENT;
    word kept = incremented(b, extended(b, s + below, fraction + 1, total), total, up);
    lit *packed = word_fresh(b, total);
    word_add_into(b, packed, with_zeros(b, base, EXPONENT, fraction), kept, total, false);
    lit too_large =
        word_less(b, constant(b, EXPONENT, (INT64_C(1) << float_exponent(width)) - 1), packed + fraction, EXPONENT, true, LIT_TRUE);
    packed[width - 1] = LIT_FALSE;
    lit *r = word_fresh(b, width);
    memcpy(r, word_mux(b, too_large, constant(b, width, (int64_t)float_infinity(width)), packed, width), width * sizeof *r);
    r[width - 1] = sign;
    return r;
}

static word signed_constant(struct blaster *b, unsigned width, lit sign, uint64_t value)
{
    lit *r = word_fresh(b, width);
    memcpy(r, constant(b, width, (int64_t)value), width * sizeof *r);
    r[width - 1] = sign;
    return r;
}

struct special { /* what a result is instead of what was computed, the first that holds; with this sign */
    lit sign, nan, infinite, zero;
};

static word unless(struct blaster *b, unsigned width, struct special s, word r)
{
    r = word_mux(b, s.zero, signed_constant(b, width, s.sign, 0), r, width);
    r = word_mux(b, s.infinite, signed_constant(b, width, s.sign, float_infinity(width)), r, width);
    return word_mux(b, s.nan, constant(b, width, (int64_t)float_nan(width)), r, width);
}

/* --- operations --- */

static word added(struct blaster *b, unsigned width, word x, word y)
{
    struct circuit *c = b->circuit;
    unsigned fraction = float_fraction(width), length = fraction + 4;
    lit swap = word_less(b, x, y, width - 1, false, LIT_FALSE); /* by magnitude */
    word larger = word_mux(b, swap, y, x, width), smaller = word_mux(b, swap, x, y, width);
    struct number p = unpacked(b, larger, width), q = unpacked(b, smaller, width);
    lit subtract = circuit_xor(c, p.sign, q.sign);
    word by = difference(b, p.exponent, q.exponent, EXPONENT);
    word aligned = shifted_right(b, with_zeros(b, q.significand, fraction + 1, 3), length, by);
    lit *flipped = word_fresh(b, length + 1);
    for (unsigned i = 0; i <= length; i++)
        flipped[i] = circuit_xor(c, i < length ? aligned[i] : LIT_FALSE, subtract);
    word r = sum(b, extended(b, with_zeros(b, p.significand, fraction + 1, 3), length, length + 1),
                 incremented(b, flipped, length + 1, subtract), length + 1);
    lit none = lit_not(any(b, r, length + 1));
    word exponent = plus(b, p.exponent, 1), s = normalized(b, r, length + 1, &exponent);
    word result = rounded(b, width, p.sign, exponent, s, length + 1);
    result = word_mux(b, none, constant(b, width, 0), result, width);
    /* x + 0 is x; two zeros are minus zero if both are. */
    result = word_mux(b, q.zero, larger, result, width);
    lit zeros = circuit_and(c, p.zero, q.zero);
    result = word_mux(b, zeros, signed_constant(b, width, circuit_and(c, p.sign, q.sign), 0), result, width);
    lit nan = circuit_or(c, circuit_or(c, p.nan, q.nan), circuit_and(c, circuit_and(c, p.infinite, q.infinite), subtract));
    return unless(b, width, (struct special){p.sign, nan, p.infinite, LIT_FALSE}, result);
}

static word multiplied(struct blaster *b, unsigned width, word x, word y)
{
    struct circuit *c = b->circuit;
    unsigned fraction = float_fraction(width), length = 2 * fraction + 2;
    struct number p = unpacked(b, x, width), q = unpacked(b, y, width);
    word product = word_multiply(b, extended(b, p.significand, fraction + 1, length),
                                 extended(b, q.significand, fraction + 1, length), length);
    word exponent = plus(b, sum(b, p.exponent, q.exponent, EXPONENT), 1), s = normalized(b, product, length, &exponent);
    lit sign = circuit_xor(c, p.sign, q.sign);
    lit infinite = circuit_or(c, p.infinite, q.infinite), zero = circuit_or(c, p.zero, q.zero);
    lit nan = circuit_or(c, circuit_or(c, p.nan, q.nan), circuit_and(c, infinite, zero));
    return unless(b, width, (struct special){sign, nan, infinite, zero}, rounded(b, width, sign, exponent, s, length));
}

static word divided(struct blaster *b, unsigned width, word x, word y)
{
    struct circuit *c = b->circuit;
    unsigned fraction = float_fraction(width), bits = fraction + 4, length = bits + 1;
    struct number p = unpacked(b, x, width), q = unpacked(b, y, width);
    lit *quotient = word_fresh(b, length), *next = word_fresh(b, fraction + 2);
    word divisor = extended(b, q.significand, fraction + 1, fraction + 2);
    word rest = extended(b, p.significand, fraction + 1, fraction + 2); /* below twice the divisor */
    for (unsigned i = length; i-- > 1;) {
        quotient[i] = word_add_into(b, next, rest, divisor, fraction + 2, true);
        word kept = word_mux(b, quotient[i], next, rest, fraction + 2);
        rest = i > 1 ? with_zeros(b, kept, fraction + 1, 1) : kept;
        next = word_fresh(b, fraction + 2);
    }
    quotient[0] = any(b, rest, fraction + 2);
    word exponent = difference(b, p.exponent, q.exponent, EXPONENT), s = normalized(b, quotient, length, &exponent);
    lit sign = circuit_xor(c, p.sign, q.sign);
    lit both = circuit_or(c, circuit_and(c, p.zero, q.zero), circuit_and(c, p.infinite, q.infinite));
    lit nan = circuit_or(c, circuit_or(c, p.nan, q.nan), both);
    return unless(b, width, (struct special){sign, nan, circuit_or(c, p.infinite, q.zero), circuit_or(c, p.zero, q.infinite)},
                  rounded(b, width, sign, exponent, s, length));
}

/* Bit by bit, the highest first: whether the square of what is known with one more bit still fits. */
static word square_root(struct blaster *b, unsigned width, word x)
{
    struct circuit *c = b->circuit;
    unsigned fraction = float_fraction(width), bits = fraction + 3, length = bits + 1, wide = bits + 2;
    struct number p = unpacked(b, x, width);
    lit odd = p.exponent[0];
    lit *digits = word_fresh(b, 2 * bits), *root = word_fresh(b, length);
    for (unsigned i = 0; i < fraction + 2; i++) /* twice the significand if the exponent is odd */
        digits[2 * bits - fraction - 2 + i] =
            circuit_mux(c, odd, i ? p.significand[i - 1] : LIT_FALSE, i <= fraction ? p.significand[i] : LIT_FALSE);
    word rest = word_fresh(b, wide);
    for (unsigned i = bits; i-- > 0;) {
        lit *more = word_fresh(b, wide), *tried = word_fresh(b, wide), *left = word_fresh(b, wide);
        memcpy(more + 2, rest, (wide - 2) * sizeof *more);
        more[1] = digits[2 * i + 1];
        more[0] = digits[2 * i];
        tried[0] = LIT_TRUE;
        memcpy(tried + 2, root + i + 2, (bits - i - 1) * sizeof *tried);
        root[i + 1] = word_add_into(b, left, more, tried, wide, true);
        rest = word_mux(b, root[i + 1], left, more, wide);
    }
    root[0] = any(b, rest, wide);
    lit *half = word_fresh(b, EXPONENT);
    for (unsigned i = 0; i < EXPONENT; i++)
        half[i] = p.exponent[i + 1 < EXPONENT ? i + 1 : i];
    lit nan = circuit_or(c, p.nan, circuit_and(c, p.sign, lit_not(p.zero)));
    return unless(b, width, (struct special){p.sign, nan, p.infinite, p.zero}, rounded(b, width, LIT_FALSE, half, root, length));
}

/* --- comparisons --- */

static lit compared(struct blaster *b, enum expr_op op, unsigned width, word x, word y)
{
    struct circuit *c = b->circuit;
    struct number p = unpacked(b, x, width), q = unpacked(b, y, width);
    lit nan = circuit_or(c, p.nan, q.nan), zeros = circuit_and(c, p.zero, q.zero);
    lit equal = circuit_or(c, zeros, word_equal(b, x, y, width));
    lit below =
        circuit_mux(c, p.sign, word_less(b, y, x, width - 1, false, LIT_FALSE), word_less(b, x, y, width - 1, false, LIT_FALSE));
    lit less = circuit_and(c, lit_not(zeros), circuit_mux(c, circuit_xor(c, p.sign, q.sign), p.sign, below));
    lit r = op == E_FEQ ? equal : op == E_FLT ? less : circuit_or(c, less, equal);
    return circuit_and(c, r, lit_not(nan));
}

/* --- conversions --- */

static word with_format(struct blaster *b, unsigned width, unsigned from, word x)
{
    struct number p = unpacked(b, x, from);
    unsigned length = float_fraction(from) + 1, wanted = float_fraction(width) + 3, zeros = length < wanted ? wanted - length : 0;
    word r = rounded(b, width, p.sign, p.exponent, with_zeros(b, p.significand, length, zeros), length + zeros);
    return unless(b, width, (struct special){p.sign, p.nan, p.infinite, p.zero}, r);
}

static word of_integer(struct blaster *b, unsigned width, unsigned from, bool is_signed, word x)
{
    lit sign = is_signed ? x[from - 1] : LIT_FALSE;
    word size = is_signed ? word_mux(b, sign, difference(b, constant(b, from, 0), x, from), x, from) : x;
    unsigned wanted = float_fraction(width) + 3, zeros = from < wanted ? wanted - from : 0;
    word exponent = constant(b, EXPONENT, from - 1);
    word s = normalized(b, with_zeros(b, size, from, zeros), from + zeros, &exponent);
    return word_mux(b, any(b, x, from), rounded(b, width, sign, exponent, s, from + zeros), constant(b, width, 0), width);
}

static word to_integer(struct blaster *b, unsigned width, unsigned from, bool is_signed, word x)
{
    struct circuit *c = b->circuit;
    unsigned fraction = float_fraction(from), length = fraction + width + 1;
    struct number p = unpacked(b, x, from);
    lit fractional = p.exponent[EXPONENT - 1]; /* below 1 */
    word shifted = shifted_left(b, extended(b, p.significand, fraction + 1, length), length, p.exponent);
    word size = shifted + fraction;
    word r = word_mux(b, p.sign, difference(b, constant(b, width, 0), size, width), size, width);
    lit fits = word_less(b, p.exponent, constant(b, EXPONENT, (int64_t)width - is_signed), EXPONENT, true, LIT_FALSE);
    if (is_signed) { /* the smallest one */
        lit at_end = word_equal(b, p.exponent, constant(b, EXPONENT, width - 1), EXPONENT);
        lit smallest = circuit_and(c, circuit_and(c, p.sign, at_end), lit_not(any(b, size, width - 1)));
        fits = circuit_or(c, fits, smallest);
    } else
        fits = circuit_and(c, fits, lit_not(p.sign));
    lit something =
        circuit_and(c, circuit_and(c, fits, lit_not(fractional)), lit_not(circuit_or(c, p.zero, circuit_or(c, p.nan, p.infinite))));
    return word_mux(b, something, r, constant(b, width, 0), width);
}

static word to_integral(struct blaster *b, unsigned width, enum float_rounding rounding, word x)
{
    struct circuit *c = b->circuit;
    unsigned fraction = float_fraction(width), length = fraction + 3;
    struct number p = unpacked(b, x, width);
    lit whole = word_less(b, constant(b, EXPONENT, fraction), p.exponent, EXPONENT, true, LIT_TRUE);
    word by = difference(b, constant(b, EXPONENT, fraction), p.exponent, EXPONENT);
    word s = shifted_right(b, with_zeros(b, p.significand, fraction + 1, 2), length,
                           word_mux(b, whole, constant(b, EXPONENT, 0), by, EXPONENT));
    lit part = circuit_or(c, s[0], s[1]);
    lit up = rounding == ROUND_EVEN   ? circuit_and(c, s[1], circuit_or(c, s[0], s[2]))
             : rounding == ROUND_AWAY ? s[1]
             : rounding == ROUND_DOWN ? circuit_and(c, p.sign, part)
             : rounding == ROUND_UP   ? circuit_and(c, lit_not(p.sign), part)
                                      : LIT_FALSE;
    word integer = incremented(b, extended(b, s + 2, fraction + 1, fraction + 2), fraction + 2, up);
    word exponent = constant(b, EXPONENT, fraction + 1);
    word n = normalized(b, with_zeros(b, integer, fraction + 2, 1), length, &exponent);
    word r = rounded(b, width, p.sign, exponent, n, length);
    r = unless(b, width, (struct special){p.sign, LIT_FALSE, LIT_FALSE, lit_not(any(b, integer, fraction + 2))}, r);
    return word_mux(b, p.nan, constant(b, width, (int64_t)float_nan(width)), word_mux(b, circuit_or(c, whole, p.zero), x, r, width),
                    width);
}

static word negated(struct blaster *b, unsigned width, word x)
{
    lit *r = word_fresh(b, width);
    memcpy(r, x, width * sizeof *r);
    r[width - 1] = lit_not(r[width - 1]);
    return r;
}

word float_word(struct blaster *b, const struct operation *o, word x, word y)
{
    switch (o->op) {
    case E_FADD: return added(b, o->width, x, y);
    case E_FSUB: return added(b, o->width, x, negated(b, o->width, y));
    case E_FMUL: return multiplied(b, o->width, x, y);
    case E_FDIV: return divided(b, o->width, x, y);
    case E_FSQRT: return square_root(b, o->width, x);
    case E_FEQ:
    case E_FLT:
    case E_FLE: return word_lit(b, compared(b, o->op, o->wa, x, y));
    case E_FTOF: return with_format(b, o->width, o->wa, x);
    case E_STOF:
    case E_UTOF: return of_integer(b, o->width, o->wa, o->op == E_STOF, x);
    case E_FTOS:
    case E_FTOU: return to_integer(b, o->width, o->wa, o->op == E_FTOS, x);
    default: return to_integral(b, o->width, (enum float_rounding)o->low, x);
    }
}
