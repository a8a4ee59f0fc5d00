/* The fixpoint as location invariants over the own state and at(other, location). */
#ifndef HEDDLE_ENGINES_CARTESIAN_PROOF_H
#define HEDDLE_ENGINES_CARTESIAN_PROOF_H

#include "engines/cartesian/fixpoint.h"
#include "engines/engine.h"

/* c is complete. NULL where it cannot be written down: too many threads or states, locals of others that are arrays.
 */
struct proof *cartesian_proof(struct cartesian *c);

#endif
