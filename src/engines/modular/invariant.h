/* Invariants that the user gives. */
#ifndef HEDDLE_ENGINES_MODULAR_INVARIANT_H
#define HEDDLE_ENGINES_MODULAR_INVARIANT_H

#include "engines/modular/fixpoint.h"

/* f is complete. Whether the invariant is true in every store of R. */
bool invariant_holds(struct fixpoint *f, expr e);

#endif
