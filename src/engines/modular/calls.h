/* Calls and returns of recursive procedures: the relations P and Q of section 3 of the paper. */
#ifndef HEDDLE_ENGINES_MODULAR_CALLS_H
#define HEDDLE_ENGINES_MODULAR_CALLS_H

#include "engines/modular/fixpoint.h"

/* The state takes the step, which is a call, and leads to the store. */
void calls_begin(struct fixpoint *f, uint32_t kind, uint32_t state, const struct thread_step *st, uint32_t store,
                 struct state_origin origin);
void calls_end(struct fixpoint *f, uint32_t kind, uint32_t state); /* the state is at the exit of its procedure */

#endif
