/* Floating-point operators on values: IEEE 754 single and double precision as bit-vectors of 32 and 64 bits, rounded to nearest.
 * A result that is not a number is always the same one (FLOAT_NAN): C does not say which, and what looks at its bits is
 * approximate (docs/semantics.md). */
#ifndef HEDDLE_PROGRAM_FLOAT_H
#define HEDDLE_PROGRAM_FLOAT_H

#include "program/expr.h"

enum float_rounding { ROUND_EVEN, ROUND_AWAY, ROUND_DOWN, ROUND_UP, ROUND_ZERO, FLOAT_ROUNDINGS };

static inline unsigned float_fraction(unsigned width) { return width == 32 ? 23 : 52; } /* bits without the leading one */
static inline unsigned float_exponent(unsigned width) { return width == 32 ? 8 : 11; }
static inline uint64_t float_infinity(unsigned width) { return width == 32 ? UINT64_C(0x7f800000) : UINT64_C(0x7ff0000000000000); }
static inline uint64_t float_nan(unsigned width) { return width == 32 ? UINT64_C(0x7fc00000) : UINT64_C(0x7ff8000000000000); }

/* E_FADD .. E_FTOU on bits cut to their widths. */
uint64_t float_value(const struct operation *o, uint64_t a, uint64_t b);

/* Whether the widths fit (wb is 0 for operators with one argument). */
bool float_fits(const struct operation *o);

/* Of a number of width 32 or 64. */
expr float_is_nan(struct exprs *pool, expr a);

#endif
