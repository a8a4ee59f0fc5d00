/* Predicates that refute a tree, as interpolants at its places. The tree becomes a tree of formulas with a variable for
 * every value that a cell has along a path; only what the core needs is said. What an interpolant says of the variables
 * that are current at a place it says of the cells, so no side of a join ever speaks of the other's private cells.
 *
 * In integers (logic/integers.h): where that is too rough, weakest preconditions (derive.h) go on. */
#ifndef HEDDLE_ENGINES_PREDICATE_INTERPOLANTS_H
#define HEDDLE_ENGINES_PREDICATE_INTERPOLANTS_H

#include "engines/predicate/formula.h"

/* Proposes predicates; none if there are no interpolants. */
void interpolate_predicates(const struct tree *t, const struct core *core, const struct budget *budget,
                            struct smt_statistics *statistics, proposals *out);

#endif
