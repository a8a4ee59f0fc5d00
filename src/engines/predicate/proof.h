/* A complete graph as location invariants. */
#ifndef HEDDLE_ENGINES_PREDICATE_PROOF_H
#define HEDDLE_ENGINES_PREDICATE_PROOF_H

#include "engines/predicate/arg.h"

/* facts: NULL, or the inductive invariants that were assumed; they become part of the proof.
 * Ghosts of the model (owners, whether one was created) and locals of single threads that others know about become
 * ghosts of the proof. NULL with *why_not if the graph is large, or speaks of states inside atomic sections or of arrays of other
 * threads. */
struct proof *predicate_proof(struct arg *a, const struct proof *facts, const struct reason **why_not);

#endif
