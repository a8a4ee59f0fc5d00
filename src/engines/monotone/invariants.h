/* What singles.h has found as location invariants, for whoever wants to check them. */
#ifndef HEDDLE_ENGINES_MONOTONE_INVARIANTS_H
#define HEDDLE_ENGINES_MONOTONE_INVARIANTS_H

#include "engines/engine.h"
#include "engines/monotone/singles.h"

/* v is complete. A proof that has been checked (src/logic/check_proof.h) for the checks that the verdict claims; NULL
 * if the invariants are too large, or do not hold without what they cannot say. */
struct proof *invariants_of(const struct singles *v, const struct task *task, const struct verdict *verdict);

/* Whether the proof, checked as anybody would, holds for the checks that the verdict claims. */
bool proof_holds(const struct proof *proof, const struct task *task, const struct verdict *verdict);

#endif
