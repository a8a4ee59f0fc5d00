/* Circuits of one-bit gates, hash-consed: a literal is a gate or its negation, and equal functions that are built the same
 * way are one literal. Constructors fold constants and use a few two-level rules, so that path conditions and
 * decided comparisons vanish before a solver sees them. Gates become clauses only when sat.h is asked for them:
 * what no query depends on costs nothing but its node.
 *
 * Invariant: the inputs of a gate have smaller numbers; gate 0 is the constant. */
#ifndef HEDDLE_LOGIC_CIRCUIT_H
#define HEDDLE_LOGIC_CIRCUIT_H

#include "base/vector.h"

#include <stdbool.h>

typedef uint32_t lit; /* 2 * gate + negated */
enum { LIT_FALSE = 0, LIT_TRUE = 1 };
typedef VECTOR(lit) lit_vector;

enum gate_kind { GATE_CONST, GATE_INPUT, GATE_AND, GATE_XOR, GATE_MUX };

struct gate {
    uint32_t kind;
    lit a, b, c; /* GATE_MUX: a ? b : c */
};

struct circuit {
    VECTOR(struct gate) gates;
    uint32_t *table; /* gate number, 0 free */
    uint32_t capacity;
};

struct circuit *circuit_new(void);
void circuit_free(struct circuit *c);

static inline lit lit_not(lit a) { return a ^ 1; }
static inline uint32_t lit_gate(lit a) { return a >> 1; }
static inline bool lit_is_const(lit a) { return a < 2; }
static inline bool lit_valid(const struct circuit *c, lit a) { return lit_gate(a) < c->gates.size; }

lit circuit_input(struct circuit *c); /* a fresh one */
lit circuit_and(struct circuit *c, lit a, lit b);
lit circuit_xor(struct circuit *c, lit a, lit b);
lit circuit_mux(struct circuit *c, lit condition, lit then, lit otherwise);
static inline lit circuit_or(struct circuit *c, lit a, lit b) { return lit_not(circuit_and(c, lit_not(a), lit_not(b))); }
static inline lit circuit_equal(struct circuit *c, lit a, lit b) { return lit_not(circuit_xor(c, a, b)); }
static inline lit circuit_implies(struct circuit *c, lit a, lit b) { return lit_not(circuit_and(c, a, lit_not(b))); }

/* The disjunction of several; tries to merge complementary branches (p & q, p & !q) first. Reorders the array. */
lit circuit_or_all(struct circuit *c, lit *lits, uint32_t count);

/* Appends literals whose conjunction a is, as many as are found by looking a few dozen conjunctions deep. */
void circuit_parts(const struct circuit *c, lit a, lit_vector *parts);

/* Whether a & b is visibly false: a part of one (circuit_parts) is the negation of a part of the other, or of several. */
bool circuit_excludes(const struct circuit *c, lit a, lit b);

#endif
