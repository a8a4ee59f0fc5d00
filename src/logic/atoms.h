/* Predicates are atoms: expressions of width 1 without a logical connective at the top, in the polarity that counts as
 * positive. What can be said of Boolean expressions without a solver: their atoms and conjuncts, the cells that they
 * mention, and their weakest preconditions. */
#ifndef HEDDLE_LOGIC_ATOMS_H
#define HEDDLE_LOGIC_ATOMS_H

#include "base/bitset.h"
#include "program/program.h"

typedef VECTOR(expr) expr_vector;

bool expr_vector_has(const expr_vector *v, expr e);
void expr_vector_add(expr_vector *v, expr e); /* if it is not there yet */

/* The atom that e or its negation is; *negated says which. Width 1; not a constant. */
expr atom_positive(struct exprs *x, expr e, bool *negated);

/* Adds the atoms that e consists of, without constants. Choices inside comparisons (written array elements) are
 * split into their cases. */
void atoms_of(struct exprs *x, expr e, expr_vector *out);

void conjuncts_of(expr e, expr_vector *out); /* e is their conjunction; "true" has none */

void expr_cells(expr e, struct bitset *cells); /* adds the cells that e mentions */
bool expr_has(expr e, enum expr_op op);        /* a node with this operator */
bool expr_mentions_any(expr e, const struct bitset *cells);

/* The value that e has after the updates, as an expression over the state before them: for a condition, its weakest
 * precondition. */
expr weakest(struct exprs *x, expr e, const struct update *updates, uint32_t count);

#endif
