/* The engine `flow`: flow-sensitive thread-modular abstract interpretation. See docs/engines/flow.md. */
#ifndef HEDDLE_ENGINES_FLOW_FLOW_H
#define HEDDLE_ENGINES_FLOW_FLOW_H

#include "engines/engine.h"

extern const struct engine engine_flow;

/* What the analysis knows at every location of every template: facts that hold whenever a thread is there, of its own
 * cells and of shared cells whatever the other threads do. True, but not inductive by themselves. NULL if it ran out of
 * its budget or met what is not modelled. Released by proof_free(). */
struct proof *flow_invariants(const struct task *task);

/* The same, and the answers too: one analysis for both, in the domain of the options (values for auto). */
struct proof *flow_invariants_and_answers(const struct task *task, struct verdict *v);

/* The same for people: "  file:line: fact, fact", thread by thread, in C. Lines are those of the program before the
 * passes. NULL, or why there is none. */
struct text;
const struct reason *flow_tell(const struct task *task, const struct program *original, struct text *out);

#endif
