/* What is known about one machine integer of 1 to 64 bits: an interval of it read as unsigned, one of it read as
 * signed, a congruence, and, if there are at most VALUE_SET_MAX possible values, all of them. A sum that wraps in one
 * reading is mostly exact in the other, so wrap-around loses nothing until an interval crosses both ends.
 *
 * A value is kept reduced (value_valid): the parts agree, and the same knowledge has the same bytes, so that values can
 * be compared and hashed as memory. Meet, operators and refinements over-approximate: no member is ever lost. */
#ifndef HEDDLE_DOMAINS_VALUE_H
#define HEDDLE_DOMAINS_VALUE_H

#include "program/expr.h"

enum { VALUE_SET_MAX = 8 };

struct value {
    uint64_t ulo, uhi;           /* as unsigned */
    int64_t slo, shi;            /* as signed */
    uint64_t mod, rem;           /* as unsigned it is rem modulo mod; mod is 1 if nothing is known, 0 if it is rem */
    uint64_t set[VALUE_SET_MAX]; /* ascending as unsigned; the rest is 0 */
    uint8_t width;
    uint8_t count;   /* 0: more values than a set can hold; else the size of set */
    uint8_t bottom;  /* 1: no value at all; then everything but width is 0 */
    uint8_t zero[5]; /* no hole in the bytes */
};

/* Ascending as unsigned; bounds that widening may stop at. NULL is the empty list. */
struct thresholds {
    uint64_t *data;
    uint32_t size;
};

struct value value_top(unsigned width);
struct value value_bottom(unsigned width);
struct value value_const(unsigned width, uint64_t v);
struct value value_unsigned(unsigned width, uint64_t low, uint64_t high); /* low <= high, cut to width */
struct value value_signed(unsigned width, int64_t low, int64_t high);     /* low <= high, within the width */
struct value value_congruent(unsigned width, uint64_t mod, uint64_t rem); /* mod >= 1 */

bool value_valid(const struct value *v);
bool value_equal(const struct value *a, const struct value *b);
bool value_is_top(const struct value *v);
bool value_has(const struct value *v, uint64_t x);
bool value_single(const struct value *v, uint64_t *x); /* exactly one value */

bool value_leq(const struct value *a, const struct value *b);
struct value value_join(const struct value *a, const struct value *b);
struct value value_meet(const struct value *a, const struct value *b);
/* An upper bound of a and b; a, widen(a, b1), widen(that, b2) ... becomes stationary. */
struct value value_widen(const struct value *a, const struct value *b, const struct thresholds *t);
struct value value_without(const struct value *v, uint64_t x); /* at least all of v but x */

/* The operator on all members (E_NOT .. E_CONCAT; b and c are NULL where the arity is lower). */
struct value value_apply(enum expr_op op, unsigned width, uint64_t low, const struct value *a, const struct value *b,
                         const struct value *c);

/* Removes from *a and *b what cannot satisfy a OP b == truth, for E_EQ, E_ULT, E_ULE, E_SLT, E_SLE. */
void value_compare(enum expr_op op, bool truth, struct value *a, struct value *b);

/* Internal to src/domains: the value whose members are exactly these, 1 <= count <= VALUE_SET_MAX, ascending. */
struct value value_members(unsigned width, const uint64_t *members, unsigned count);
/* Internal to src/domains: makes the parts agree. */
void value_reduce(struct value *v);

#endif
