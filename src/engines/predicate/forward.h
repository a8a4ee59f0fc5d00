/* What is known to hold at the places of a tree without asking a solver: conditions that were passed, and what was
 * written, as long as it can be said in terms of the present state. */
#ifndef HEDDLE_ENGINES_PREDICATE_FORWARD_H
#define HEDDLE_ENGINES_PREDICATE_FORWARD_H

#include "engines/predicate/tree.h"

struct forward {
    const struct tree *tree;
    expr_vector *facts; /* by place; in the words of the place's kind */
};

void forward_init(struct forward *k, const struct tree *t);
void forward_free(struct forward *k);

/* e (in joint words) with cells of `of` replaced by what equations among the facts say that they are, if that is free
 * of cells of `of` and of inputs. The facts used are added to used. E_SELF counts as one of `of` if self is set. */
expr forward_eliminate(struct exprs *x, expr e, const expr_vector *facts, const struct bitset *of, expr_vector *used);

/* A rough measure of size, to keep out what grows. */
bool expr_is_small(expr e);

#endif
