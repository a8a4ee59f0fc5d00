/* Predicates that refute a tree whose formula is unsatisfiable. In place of interpolants, which no solver gives for
 * machine integers: the conditions in the core go backwards along the paths as weakest preconditions; what holds at the
 * two sides of a join goes to both (forward.h); a condition on private cells of both sides is freed of one side's by
 * the equations that are known there. Everything is exact on machine integers. */
#ifndef HEDDLE_ENGINES_PREDICATE_DERIVE_H
#define HEDDLE_ENGINES_PREDICATE_DERIVE_H

#include "engines/predicate/formula.h"

/* Proposes predicates; none at cut places. */
void derive_predicates(const struct tree *t, const struct core *core, proposals *out);

#endif
