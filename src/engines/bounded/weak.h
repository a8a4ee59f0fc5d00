/* Executions that C's memory model allows, by the solver: what weak/search.h enumerates, asked as questions, for programs that have too many
 * of them.
 *
 * A program is unrolled up to a bound as always; its steps are events as the search has them (weak/plan.h). Which write each read reads from, and the order
 * of the writes to each location, are choices of the solver; the axioms of RC11 are clauses over them. Nothing is said about a relation but what it has at least:
 * all axioms are about what must not be in it, so the solver may take it for as small as it can be. What is left out of the clauses
 * makes more executions possible, never fewer: then a violation is refused when it is executed again, and a proof holds all the same.
 *
 * A violation is taken step by step on the interpreter, with what the model says is read, and the axioms' own checker judges it (weak_replay.c). */
#ifndef HEDDLE_ENGINES_BOUNDED_WEAK_H
#define HEDDLE_ENGINES_BOUNDED_WEAK_H

#include "weak/search.h"

/* For MODEL_C11 and MODEL_TSO: assertions, or races. out->executions stays 0. */
void solver_search_run(const struct weak_task *task, struct weak_result *out);

#endif
