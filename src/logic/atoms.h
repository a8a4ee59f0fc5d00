/* Predicates are atoms: expressions of width 1 without a logical connective at the top, in the polarity that counts as
 * positive. */
#ifndef HEDDLE_LOGIC_ATOMS_H
#define HEDDLE_LOGIC_ATOMS_H

#include "program/terms.h"

/* The atom that e or its negation is; *negated says which. Width 1; not a constant. */
expr atom_positive(struct exprs *x, expr e, bool *negated);

/* Adds the atoms that e consists of, without constants. Choices inside comparisons (written array elements) are
 * split into their cases. */
void atoms_of(struct exprs *x, expr e, expr_vector *out);

#endif
