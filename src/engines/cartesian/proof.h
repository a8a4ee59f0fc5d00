/* The fixpoint as location invariants over the own state and at(other, location). */
#ifndef HEDDLE_ENGINES_CARTESIAN_PROOF_H
#define HEDDLE_ENGINES_CARTESIAN_PROOF_H

#include "engines/cartesian/fixpoint.h"
#include "engines/engine.h"

/* c is complete. NULL with *why_not where it cannot be written down: too many threads or states, locals of others that are arrays. */
struct proof *cartesian_proof(struct cartesian *c, const struct reason **why_not);

#endif
