/* R as location invariants. */
#ifndef HEDDLE_ENGINES_MODULAR_PROOF_H
#define HEDDLE_ENGINES_MODULAR_PROOF_H

#include "engines/engine.h"
#include "engines/modular/fixpoint.h"

/* f is complete. NULL with *why_not where R is too large to be written down, or the program has procedures or sections of several
 * steps. */
struct proof *modular_proof(const struct fixpoint *f, const struct reason **why_not);

#endif
