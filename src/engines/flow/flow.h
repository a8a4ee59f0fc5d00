/* The engine `flow`: flow-sensitive thread-modular abstract interpretation. See docs/engines/flow.md. */
#ifndef HEDDLE_ENGINES_FLOW_FLOW_H
#define HEDDLE_ENGINES_FLOW_FLOW_H

#include "engines/engine.h"

extern const struct engine engine_flow;

/* What the analysis knows at every location of every template, for people: facts that hold whenever a thread is there,
 * of its own cells and of shared cells whatever the other threads do. NULL if it ran out of its budget or met what is
 * not modelled. Released as verdict_free() releases proofs. */
struct proof *flow_invariants(const struct task *task);

/* "  file:line:column (location): invariant in C syntax", thread by thread. */
struct text;
void proof_print(struct text *out, const struct proof *proof);

#endif
