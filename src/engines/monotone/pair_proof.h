/* What views.h has found as a proof by pairs (program/proof.h), for whoever wants to check it. */
#ifndef HEDDLE_ENGINES_MONOTONE_PAIR_PROOF_H
#define HEDDLE_ENGINES_MONOTONE_PAIR_PROOF_H

#include "engines/engine.h"
#include "engines/monotone/singles.h"
#include "engines/monotone/views.h"

/* v is complete. NULL with *why_not if there are too many views, or if they rest on what a proof cannot say (the capacity
 * of ghosts.h). */
struct proof *pair_proof_of(const struct views *v, const struct task *task, const struct reason **why_not);

/* The same for single threads: two may be wherever each may be. For what location invariants cannot say. Not for races.
 */
struct proof *pair_proof_of_singles(const struct singles *v, const struct task *task, const struct reason **why_not);

#endif
