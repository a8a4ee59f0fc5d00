/* R as location invariants. */
#ifndef HEDDLE_ENGINES_MODULAR_PROOF_H
#define HEDDLE_ENGINES_MODULAR_PROOF_H

#include "engines/engine.h"
#include "engines/modular/fixpoint.h"

/* f is complete. NULL where R is too large to be written down, or the program has procedures or sections of several
 * steps. */
struct proof *proof_of(const struct fixpoint *f);

#endif
