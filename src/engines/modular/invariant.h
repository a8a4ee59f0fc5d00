/* Invariants that the user gives: C expressions over global variables, and a ==> b. */
#ifndef HEDDLE_ENGINES_MODULAR_INVARIANT_H
#define HEDDLE_ENGINES_MODULAR_INVARIANT_H

#include "engines/modular/fixpoint.h"

/* Width 1. NULL with *why (in words) if it is not understood. */
expr invariant_parse(const struct program *p, const char *text, const char **why, struct arena *words);
void invariant_cells(expr e, u32_vector *out);

/* f is complete. Whether the invariant is true in every store of R. */
bool invariant_holds(struct fixpoint *f, expr e);

#endif
