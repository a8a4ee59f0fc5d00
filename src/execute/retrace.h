/* From a stored state back to a schedule. Only the parent of a state is stored (store.h). The steps between a state and its child
 * are found by expanding the state again. Where stored states stand for others (symmetry), those that the schedule goes through
 * are made anew from the start. */
#ifndef HEDDLE_EXECUTE_RETRACE_H
#define HEDDLE_EXECUTE_RETRACE_H

#include "execute/expand.h"
#include "execute/store.h"

/* The stored state that stands for n: n itself, or another, valid until the next call. */
typedef const uint64_t *state_representative(void *context, const uint64_t *n);

/* Adds the schedule from the start to (one that) the stored state (stands for) to the trace, with the arbitrary initial values
 * that it chooses. representative is NULL if every state stands for itself. x is left as it was. False: a step could not be found
 * again, which is a bug. */
bool retrace(struct expander *x, const struct state_store *store, uint32_t state, state_representative *representative,
             void *context, struct trace *t);

#endif
